import { absurdIds, absurdQueries } from '#tests/server/rest/bad-bodies.ts'

/** Numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    isOneIn: (count: number) => below(count) === 0,
    /** Any of a list that is not empty. */
    pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('There is nothing to pick from')
      return found
    },
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
export type Random = ReturnType<typeof randomOf>

export type Target = {
  method: string
  /** Parameters as `:name`, the rest as `*`. */
  path: string
}

const ODD_METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'CONNECT', 'get', 'FOO', 'POST\t', '']
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/offset+octet-stream',
  'text/plain',
  'text/html; charset=\xff',
  ';;;',
  '',
]
const NAMES = [
  'email',
  'username',
  'password',
  'token',
  'code',
  'items',
  'videoId',
  'progress',
  'userId',
  'json',
]

/** The bytes of one request, wrong in a few of all the ways there are. */
export function makeRequest(random: Random, target: Target, headers: Record<string, string>): Buffer {
  const method = random.isOneIn(6) ? random.pick(ODD_METHODS) : target.method
  const body = method === 'GET' && !random.isOneIn(5) ? Buffer.alloc(0) : makeBody(random)
  const lines = [
    `${method} ${makePath(random, target.path)} HTTP/1.${random.isOneIn(20) ? random.below(10) : 1}`,
    `host: ${random.isOneIn(20) ? 'a b\\c' : 'localhost'}`,
    'connection: close',
    `x-forwarded-for: 198.51.${random.below(256)}.${random.below(256)}`,
    `content-type: ${random.isOneIn(4) ? random.pick(TYPES) : 'application/json'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...Array.from({ length: random.below(4) }, () => makeHeader(random)),
    ...lengthOf(random, body),
  ]
  const head = Buffer.from(`${lines.join(random.isOneIn(40) ? '\n' : '\r\n')}\r\n\r\n`, 'latin1')
  const whole = Buffer.concat([head, body])
  if (random.isOneIn(15)) return whole.subarray(0, random.below(whole.length))
  if (random.isOneIn(40)) return random.bytes(1 + random.below(500))
  return whole
}

/** The length of the body: right, too large, too small, twice, or none. */
function lengthOf(random: Random, { length }: Buffer): string[] {
  switch (random.below(14)) {
    case 0:
      return [`content-length: ${length + 1 + random.below(5_000)}`]
    case 1:
      return [`content-length: ${random.below(length + 1)}`]
    case 2:
      return ['transfer-encoding: chunked']
    case 3:
      return [`content-length: ${length}`, 'transfer-encoding: chunked']
    case 4:
      return ['content-length: -1']
    default:
      return length === 0 ? [] : [`content-length: ${length}`]
  }
}

function makePath(random: Random, path: string): string {
  const part = () => (random.isOneIn(2) ? random.pick(absurdIds) : brokenText(random, 12))
  const filled = path.replace(/:\w+|\*/g, () => (random.isOneIn(3) ? 'made-up' : part()))
  const query = random.isOneIn(3) ? `?${random.pick([...absurdQueries, `input=${part()}`, part()])}` : ''
  if (random.isOneIn(25)) return `${filled}${'/..'.repeat(random.below(9))}/${part()}`
  if (random.isOneIn(25)) return `/${'/'.repeat(random.below(4))}${brokenText(random, 40)}`
  return filled + query
}

/** Bytes as they may stand in a path or header: percent-encoded or raw, no text of any encoding. */
function brokenText(random: Random, most: number): string {
  const bytes = [...random.bytes(1 + random.below(most))]
  const isRaw = random.isOneIn(4)
  return bytes
    .map((byte) =>
      isRaw ? String.fromCharCode(33 + (byte % 223)) : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}

function makeHeader(random: Random): string {
  const number = () =>
    random.pick(['0', '-1', '1', '99999999999999999999', 'x', '1e3', String(random.below(5_000))])
  return random.pick([
    () => `x-${random.below(99)}: ${'y'.repeat(random.below(20_000))}`,
    () => `cookie: ${brokenText(random, 60)}`,
    () => `authorization: Bearer ${brokenText(random, 60)}`,
    () => `authorization: {"id":${number()},"token":"${brokenText(random, 9)}"`,
    () => `range: bytes=${number()}-${number()}`,
    () => `if-none-match: ${brokenText(random, 20)}`,
    () => `if-modified-since: ${brokenText(random, 20)}`,
    () => `accept-encoding: ${random.pick(['br', 'gzip;q=x', '*', 'identity;q=0', brokenText(random, 9)])}`,
    () => 'content-encoding: gzip',
    () => 'expect: 100-continue',
    () => 'upgrade: websocket',
    () => `trpc-accept: ${brokenText(random, 9)}`,
    () => `stripe-signature: t=${number()},v1=${brokenText(random, 30)}`,
    () => `tus-resumable: 1.0.0\r\nupload-length: ${number()}\r\nupload-metadata: ${brokenText(random, 30)}`,
    () =>
      `tus-resumable: 1.0.0\r\nupload-offset: ${number()}\r\nx-http-method-override: ${random.pick(ODD_METHODS)}`,
    () => `${brokenText(random, 9)}: ${brokenText(random, 9)}`,
  ])()
}

function makeBody(random: Random): Buffer {
  const name = () => random.pick(NAMES)
  const depth = random.below(20_000)
  return random.pick([
    () => random.bytes(random.below(2_000)),
    () =>
      Buffer.concat([Buffer.from(`{"${name()}":"`), random.bytes(1 + random.below(50)), Buffer.from('"}')]),
    () => Buffer.from(`{"${name()}":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    () => Buffer.from(`${'{"json":'.repeat(depth % 3_000)}1`),
    () =>
      Buffer.from(`{${Array.from({ length: 1 + random.below(9) }, () => `"${name()}":${random.below(9)}`)}}`),
    () => Buffer.from(`{"${name()}":"a","${name()}":"b","${name()}":{"__proto__":{"isAdmin":true}}}`),
    () => Buffer.from(JSON.stringify({ json: { [name()]: 'x'.repeat(random.below(30_000)) } })),
    () => Buffer.from('{"json":{"email":1},"meta":{"values":{"email":["Date"]}}}'),
    () => Buffer.from(`{"${name()}":"\\ud800\\u0000","${name()}":1e999}`),
    () => Buffer.from(`${random.below(99)}\r\n{"${name()}"\r\n0\r\n\r\n`),
    () => Buffer.alloc(random.below(300_000), 0x20),
    () => Buffer.alloc(0),
  ])()
}
