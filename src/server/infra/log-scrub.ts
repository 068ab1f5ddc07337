/** Fields whose values never reach a log, at any depth; compared without case, dashes and underscores. */
const hidden =
  /password|passphrase|secret|token|authori[sz]ation|cookie|apikey|datakey|authcode|sortcode|accountn|accountname|iban|email|phone|address|fullname|^(to|from|body|payload|html|text|headers|params|query)$/

const DEPTH = 4
const LONGEST_LIST = 20

/** A plain copy of what may be logged: hidden fields masked at any depth, errors cut to kind, code and frames. */
export function scrub(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return scrubError(value, depth)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((item) => scrub(item, depth + 1))
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return scrubFields(value, depth)
}

function scrubFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value != null && isHidden(key) ? '[hidden]' : scrub(value, depth + 1),
    ]),
  )
}

/** Every request is logged with the same few fields. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 1_000

function isHidden(key: string): boolean {
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const found = hidden.test(key.replace(/[-_]/g, '').toLowerCase())
  if (known.size < MOST_KNOWN) known.set(key, found)
  return found
}

/** Database and Prisma errors quote rows and arguments in message and stack: the last line of the message says what is wrong. */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const lines = error.message.split('\n').filter((line) => line.trim())
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: error.name,
    ...('code' in error && { code: String(error.code) }),
    message: (lines.at(-1) ?? '').trim().slice(0, 300),
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause !== undefined && depth < DEPTH && { cause: scrub(error.cause, depth + 1) }),
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The last fence, over the finished line: addresses, credentials in URLs, keys and signed links in any text. */
export function maskLine(line: string): string {
  return line
    .replace(/\/\/[^\s/@:"]*:[^\s/@"]+@/g, '//[hidden]@')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[address]')
    .replace(
      /\b(sk|rk)_(test|live)_\w+|\bwhsec_[\w+/=-]+|\bpi_\w+_secret_\w+|\bBearer [\w.~+/=-]+/g,
      '[hidden]',
    )
    .replace(/([?&](token|code|secret|signature|sig|key|email)=)[^&\s"\\]+/gi, '$1[hidden]')
}
