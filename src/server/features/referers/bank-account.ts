/** The maximum length of names and references in a Bacs payment. */
const bankTextMaxLength = 18

/** Letters that normalisation does not reduce to ASCII. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  Ø: 'O',
  Œ: 'OE',
  Ł: 'L',
  Ð: 'D',
  Þ: 'TH',
  Đ: 'D',
}

/**
 * Reduces a text to the characters of a Bacs payment, at most 18. It starts with a letter or digit, so that no
 * spreadsheet reads it as a formula.
 */
export function bankText(text: string): string {
  return bankLetters(text).slice(0, bankTextMaxLength).trim()
}

/**
 * The payment reference of a quarter and a code. A long code keeps its end, because codes made from one name start
 * alike.
 */
export function bankReference(quarter: string, code: string): string {
  const room = bankTextMaxLength - quarter.length - 1
  const end = bankLetters(bankLetters(code).slice(-room))
  return `${quarter} ${end}`
}

function bankLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/ß/g, 'ss')
    .toUpperCase()
    .replace(/[^ -~]/g, (letter) => PLAIN[letter] ?? ' ')
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9.&/ -]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[^A-Z0-9]+/, '')
    .trim()
}

type Numbers = { sortCode: string; accountNumber: string }

/** An account as a bank file names it; null where it is not whole. */
export function payableAccount({
  sortCode,
  accountNumber,
  accountName,
}: Numbers & { accountName: string | null }) {
  if (!isBankAccount({ sortCode, accountNumber }) || !accountName || bankText(accountName) === '') return null
  return { sortCode, accountNumber, accountName }
}

/** Six and eight digits, without which no bank accepts a payment. */
export function isBankAccount({ sortCode, accountNumber }: Numbers) {
  return /^\d{6}$/.test(sortCode) && /^\d{8}$/.test(accountNumber)
}
