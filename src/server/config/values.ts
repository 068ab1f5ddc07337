import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { rangeOfLondonDates } from '#shared/calendar/calendar.ts'
import type { VatRates } from '#shared/money/vat-rates.ts'

/** Shapes of single values. Each message completes a sentence that begins with the variable's name. */

const LONGEST = 10_000

export const text = textUpTo(LONGEST)

/** A text that has to fit somewhere, such as the seller's name on invoices. */
export function textUpTo(max: number) {
  return z.string().max(max, `must be at most ${max} characters`)
}

export const email = z.email({ error: 'must be an email address' })

/** "Name <address>" or a bare address. */
export const sender = text.refine((value) => z.email().safeParse(addressOf(value)).success, {
  error: 'must be an email address, or a name and an address like: Shop <shop@example.com>',
})

/** The address inside "Name <address>". */
export function addressOf(value: string): string {
  return /<([^<>]+)>\s*$/.exec(value)?.[1]?.trim() ?? value
}

/** A URL of one of these schemes with a host in it. */
export function urlOf(...schemes: string[]) {
  const words = schemes.map((scheme) => `${scheme}://`).join(' or ')
  return text.refine((value) => isUrl(value, schemes), {
    error: `must be an address that starts with ${words}`,
  })
}

/** An http address without path, as a browser's Origin header writes it. */
export const origin = urlOf('https', 'http')
  .refine((value) => !isUrl(value, ['https', 'http']) || isBareOrigin(new URL(value)), {
    error: 'must be an address without a path, like https://shop.example.com',
  })
  .transform((value) => (isUrl(value, ['https', 'http']) ? new URL(value).origin : value))

/** Where JSON is posted to: over https, or to this machine. */
export const webhook = urlOf('https', 'http').refine(
  (value) => !/^http:/i.test(value) || isLoopback(new URL(value).hostname),
  { error: 'must be an address that starts with https://' },
)

/** Whether a URL's host can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A path of nginx's, such as /protected-media/. */
export const pathPrefix = textUpTo(200).regex(
  /^\/([\w.~-]+\/)+$/,
  'must be a path that begins and ends with a slash, like /protected-media/',
)

/** A file that a page shows. */
export const picture = text.regex(/\.(jpe?g|png|webp)$/i, 'must be a file that ends in .jpg, .png or .webp')

/** A bucket as S3 names them. */
export const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, like crosswind-films')

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'must be a whole number from 0 to 65535' })

/** How many of something there may be: a whole number from 1 on. */
export function countUpTo(max: number) {
  const error = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, { error })
}

export const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'must be 1 or 0',
})

/** Fastify's trustProxy: yes or no, how many proxies stand in front, or their addresses. */
export const trustProxy = text
  .refine((value) => /^(true|false|\d{1,3})$/i.test(value) || value.split(',').every(isProxy), {
    error: 'must be true, false, a number of proxies, or addresses separated by commas like 10.0.0.0/8',
  })
  .transform((value): boolean | number | string => {
    if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
    return /^\d+$/.test(value) ? Number(value) : value
  })

/** An address, a range in CIDR form, or a range that Fastify knows by name. */
function isProxy(entry: string): boolean {
  const place = entry.trim()
  if (/^(loopback|linklocal|uniquelocal)$/.test(place)) return true
  const [address = '', bits, ...more] = place.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * One VAT rate, or several with the UK day each later one begins. A rate is a fraction with at most four decimals: the
 * database keeps basis points.
 */
export const vatRates = textUpTo(1_000).transform((value, context): VatRates => {
  const [first, ...later] = value.split(',').map((part) => {
    const [, rate, day] = /^\s*(0(?:\.\d{1,4})?|1(?:\.0{1,4})?)(?:\s+from\s+(\S+))?\s*$/.exec(part) ?? []
    const from = day === undefined ? null : rangeOfLondonDates(day, day)?.start
    return { rate: rate === undefined ? null : Number(rate), from }
  })
  const known = later.flatMap(({ rate, from }) => (rate !== null && from ? [{ rate, from }] : []))
  const isRising = known.every(({ from }, index) => index === 0 || from > (known[index - 1]?.from ?? from))
  if (first?.rate != null && first.from === null && known.length === later.length && isRising)
    return [{ from: null, rate: first.rate }, ...known]
  context.addIssue({
    code: 'custom',
    message:
      'must be a fraction from 0 to 1, like 0.2 for 20 %; later rates follow with their UK day, like 0.2, 0.25 from 2027-04-01',
  })
  return z.NEVER
})

export const longSecret = text.min(16, 'must be at least 16 characters')

/** A topic of Amazon SNS. Its region is part of the name of the only host that its certificates come from. */
export const topicArn = textUpTo(400).regex(
  /^arn:(aws|aws-cn|aws-us-gov):sns:[a-z]{2}(-[a-z]+)+-\d:\d{12}:[\w-]{1,256}$/,
  'must be the ARN of a topic, like arn:aws:sns:eu-west-2:123456789012:bounces',
)

/** What Svix signs with, for Resend, and the shop its alerts. */
export const svixSecret = textUpTo(200).regex(
  /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
  'must be a signing secret that starts with whsec_',
)

/** Secrets separated by commas, newest first: the first signs, all of them verify. */
export const secretList = text
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.length > 0 && parts.every((part) => part.length >= 32), {
    error: 'must be one or more random texts of at least 32 characters, separated by commas, newest first',
  })

/** A text that begins as Stripe's keys of that kind do: a secret key in place of the public one would reach every browser. */
export function stripeKey(...prefixes: string[]) {
  return text.refine((value) => prefixes.some((prefix) => value.startsWith(prefix)), {
    error: `must start with ${prefixes.join(' or ')}`,
  })
}

/** RFC 8301 requires signers to use 1,024 bits at least; hardly any receiver checks the Ed25519 of RFC 8463. */
const DKIM_MIN_BITS = 1_024

/** A key that can sign mail, in PEM; `\n` may stand for its line breaks. */
export const dkimKey = text
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine(isDkimKey, {
    error: `must be an RSA private key of ${DKIM_MIN_BITS} bits or more in PEM (-----BEGIN PRIVATE KEY----- …)`,
  })

function isDkimKey(value: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(value)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= DKIM_MIN_BITS
  } catch {
    return false
  }
}

function isUrl(value: string, schemes: string[]): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
}

function isBareOrigin(url: URL): boolean {
  return url.pathname === '/' && !url.search && !url.hash && !url.username
}
