import { smallNumbers } from '#shared/commission/small-numbers.ts'
import type { Pence } from './money.ts'

const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = [
  { size: 1_000_000, name: 'million' },
  { size: 1_000, name: 'thousand' },
]
const LARGEST_PENCE = 99_999_999_999

/**
 * An amount written out, as on a cheque: "twelve thousand and five pounds and one penny". A slip of a digit in a
 * figure is easily overlooked; in words it is another word. Throws RangeError below 0 and from a thousand million pounds.
 */
export function sumInWords(amount: Pence): string {
  if (amount < 0 || amount > LARGEST_PENCE) throw new RangeError(`Not a sum to be paid: ${amount}`)
  const [pounds, rest] = [Math.floor(amount / 100), amount % 100]
  const parts = [
    pounds > 0 || rest === 0 ? `${countInWords(pounds)} ${pounds === 1 ? 'pound' : 'pounds'}` : '',
    rest > 0 ? `${countInWords(rest)} ${rest === 1 ? 'penny' : 'pence'}` : '',
  ]
  return parts.filter((part) => part !== '').join(' and ')
}

function countInWords(count: number): string {
  if (count < 20) return smallNumbers[count] ?? ''
  const words: string[] = []
  let left = count
  for (const { size, name } of SCALES) {
    if (left >= size) words.push(belowThousand(Math.floor(left / size)), name)
    left %= size
  }
  if (left === 0) return words.join(' ')
  // British use: "and" before the last two digits, also after whole thousands.
  if (words.length > 0 && left < 100) words.push('and')
  return [...words, belowThousand(left)].join(' ')
}

function belowThousand(count: number): string {
  const [hundreds, rest] = [Math.floor(count / 100), count % 100]
  if (hundreds === 0) return belowHundred(rest)
  const head = `${smallNumbers[hundreds]} hundred`
  return rest === 0 ? head : `${head} and ${belowHundred(rest)}`
}

function belowHundred(count: number): string {
  if (count < 20) return smallNumbers[count] ?? ''
  const tens = TENS[Math.floor(count / 10)] ?? ''
  return count % 10 === 0 ? tens : `${tens}-${smallNumbers[count % 10]}`
}
