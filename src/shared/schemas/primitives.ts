import { z } from 'zod'
import { emailMaxLength, passwordMaxLength } from '#shared/limits.ts'
import { POUNDS, pence, toPounds } from '#shared/money/money.ts'

const unreadable = 'Please remove the characters that cannot be shown.'

/** What is too long is looked at no further: some rules take the square of its length. */
const tooLongToRead = (error: string) => ({ error, abort: true })

/** Controls, and the marks that turn the direction of what follows or have no width: none belongs in a name. */
const unseenInLine = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/u
const unseenInLines = /[^\P{Cc}\t\n\r]/u
const blankOrMark = /[\s\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/

/**
 * Trimmed, marks of direction too: address books put them around what is copied from them. Letter by letter, because
 * a pattern for the end would take the square of the length of what a stranger sends.
 */
function bare(line: string): string {
  let start = 0
  let end = line.length
  while (start < end && blankOrMark.test(line.charAt(start))) start += 1
  while (end > start && blankOrMark.test(line.charAt(end - 1))) end -= 1
  return line.slice(start, end)
}

/**
 * True where a text holds invisible characters. `lineBreaks` lets tab, line feed and carriage return pass, and marks of
 * direction too: they come along with what is pasted, and no mail or list puts other words on the same line.
 */
export function hasUnseenCharacters(text: string, lineBreaks = false): boolean {
  return (lineBreaks ? unseenInLines : unseenInLine).test(text)
}

/**
 * A required line of text, trimmed. Unseen characters are refused: PostgreSQL cannot store a zero byte, a line
 * break would reach mail headers and CSV cells, and a mark of direction would turn the words after a name around.
 */
export function requiredText(
  max: number,
  message: string,
  { min = 1, tooLong = `Please use at most ${max} characters.` } = {},
) {
  return z
    .string(message)
    .overwrite(bare)
    .min(min, message)
    .max(max, tooLongToRead(tooLong))
    .refine((text) => !hasUnseenCharacters(text), unreadable)
}

/**
 * True for what mail programs turn into a link. A name that is mailed to whatever address was typed beside it must
 * not carry a foreign address under the name of the shop.
 */
export function holdsWebAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text)
}

/** An optional line of text, trimmed; null, blank and absent all become null (requirements §3). */
export function optionalText(max: number) {
  return z
    .string()
    .overwrite(bare)
    .max(max, tooLongToRead(`Please use at most ${max} characters.`))
    .refine((text) => !hasUnseenCharacters(text), unreadable)
    .nullish()
    .transform((text) => text || null)
}

/** A required text of several lines, trimmed. */
export function requiredLines(max: number, message: string) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, tooLongToRead(`Please use at most ${max} characters.`))
    .refine((text) => !hasUnseenCharacters(text, true), unreadable)
}

/** An optional text of several lines; null, blank and absent all become null. */
export function optionalLines(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLongToRead(`Please use at most ${max} characters.`))
    .refine((text) => !hasUnseenCharacters(text, true), unreadable)
    .nullish()
    .transform((text) => text || null)
}

/**
 * What is no text and may be left out: null, blank and absent all become null (requirements §3). `message` says what is
 * wanted where something else is there.
 */
export function optional<Schema extends z.ZodType>(schema: Schema, message?: string) {
  return z
    .union([schema, z.literal('')], message)
    .nullish()
    .transform((value) => (value === '' || value === undefined ? null : value))
}

/** A yes or no where null, blank and absent mean no. */
export const optionalFlag = optional(z.boolean()).transform((flag) => flag ?? false)

/** What browsers accept in an email field (WHATWG HTML), with a dot in the domain, as mail needs it. */
export function isEmail(text: string): boolean {
  return text.length <= emailMaxLength && z.regexes.html5Email.test(text) && /@.+\./.test(text)
}

/**
 * An email address, trimmed, letters kept as typed. `required` is for an empty field, `invalid` for a wrong one.
 */
export function email(required: string, invalid: string) {
  // An empty one is reported once, and rules over two fields still run.
  return z
    .string(required)
    .overwrite(bare)
    .min(1, required)
    .refine((text) => text === '' || isEmail(text), invalid)
}

/** A password as typed: never trimmed, at most 200 characters. */
export function password(min: number, tooShort: string, tooLong?: string) {
  const long = tooLong ?? `Password must be at most ${passwordMaxLength} characters long`
  return z.string(tooShort).min(min, tooShort).max(passwordMaxLength, long)
}

/** An opaque id, as everything but a video has. */
export const opaqueId = requiredText(64, 'Please check the address and try again.')

/** A secret in a link or header: it is compared by its hash, so a wrong one is just wrong, however long. */
export function linkToken(message: string) {
  return z.string(message).trim().min(1, message)
}

/** The largest integer PostgreSQL stores in four bytes. */
const largestInteger = 2_147_483_647

/** A video's id in a JSON body. */
export const videoId = z.int().min(1).max(largestInteger)

/** A video's id in a path, where it arrives as text. */
export const videoIdInPath = z.union([
  videoId,
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(videoId),
])

/** Money on the wire: pounds as a decimal string with two places, '60.00'; refunds are negative. */
export const poundsText = z.string().regex(POUNDS)

/** The same in an answer, where a procedure may return whole pence. In a request a number could mean pounds: none is taken. */
export const poundsString = z
  .union([z.string(), z.number().transform((amount) => toPounds(pence(amount)))])
  .pipe(poundsText)

/** A time on the wire: ISO 8601 in UTC. */
export const isoTime = z.iso.datetime()

/** A time in an answer: the server gives a Date or its text, the wire has the text. */
export const timeOutput = z
  .union([z.date(), isoTime])
  .transform((time) => (typeof time === 'string' ? time : time.toISOString()))
  .pipe(isoTime)

/** A quarter as YYYY-Qn. A label without its year is refused here; only screens complete it. */
export const quarterLabel = z
  .string('Please give the quarter as year and number, like 2026-Q3.')
  .trim()
  .regex(/^20\d\d-Q[1-4]$/, 'Please give the quarter as year and number, like 2026-Q3.')

export const percentMessage = 'Please enter a number from 0 to 100.'

/** A percentage from 0 to 100 as a number, at most two decimals: it is stored in basis points. */
export const percent = z
  .number(percentMessage)
  .min(0, percentMessage)
  .max(100, percentMessage)
  .refine((value) => Math.round(value * 100) / 100 === value, 'Please use at most two decimals.')

/** How many rows a list gives at most, and where the next page starts. */
export const pageInput = z.object({
  limit: z.int().min(1).max(200).default(50),
  cursor: optionalText(100),
})
