import { referralCodeLetters, referralCodeMaxNumber } from '#shared/limits.ts'

/** A code as it is kept and compared: without spaces around it, in capitals. */
export function normaliseCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Latin letters that are no letter with an accent, so that taking accents off leaves them as they are. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  ẞ: 'SS',
  Ħ: 'H',
  Ŧ: 'T',
  Ŋ: 'N',
  Ə: 'E',
}

/**
 * A code for a name: its letters in capitals, the first eight, and a number from 1 to 999 (requirements §5).
 * Accents are dropped, Ł, Æ and their like written plainly; a name with fewer than two letters borrows some, for a
 * code has three characters.
 * `random` gives numbers from 0 up to and not including 1. The code may be taken: the caller tries again.
 */
export function generateCode(name: string, random: () => number): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, (letter) => PLAIN_LETTERS[letter] ?? '')
  const stem = letters.length < 2 ? `${letters}CLUB` : letters
  const number = 1 + Math.floor(random() * referralCodeMaxNumber)
  return `${stem.slice(0, referralCodeLetters)}${number}`
}
