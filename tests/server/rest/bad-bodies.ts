import fc from 'fast-check'

const HUGE = 'x'.repeat(100_000)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** The same wrong value in every field any form of the shop has. */
function everywhere(value: unknown): Record<string, unknown> {
  const names = ['email', 'username', 'password', 'newPassword', 'token', 'type', 'code', 'items', 'videoId']
  const more = ['progress', 'paymentIntentId', 'orderId', 'consent', 'referralCode', 'accountType', 'buyer']
  return Object.fromEntries([...names, ...more].map((name) => [name, value]))
}

/** Bodies that are JSON and yet no form of ours. */
export const badBodies: [string, unknown][] = [
  ['nothing in it', {}],
  ['null', null],
  ['a list', []],
  ['a list of objects', [{ email: 'a@example.com' }]],
  ['a number', 7],
  ['a yes', true],
  ['a text', JSON.stringify('hello')],
  ['numbers for texts', everywhere(7)],
  ['texts for everything', everywhere('seven')],
  ['nulls', everywhere(null)],
  ['lists for texts', everywhere(['a', 'b'])],
  ['objects for texts', everywhere({ $ne: null })],
  ['huge texts', { ...everywhere(1), email: HUGE, code: HUGE, token: HUGE }],
  ['a zero byte', everywhere('A\0B')],
  ['half a surrogate pair', everywhere('\ud800')],
  ['line breaks', everywhere('a\r\nBcc: b@example.com')],
  ['numbers beyond reason', everywhere(1e308)],
  ['negative numbers', everywhere(-1)],
  ['deep nesting', everywhere(nested(300))],
  ['odd keys', { '': 1, ' ': 2, 'a.b': 3, toString: 4, hasOwnProperty: 5 }],
  ['items that are no list', { items: { videoIds: 'all', bundle: 'yes' } }],
  ['a thousand items', { items: { videoIds: Array.from({ length: 1_000 }, (_, index) => index) } }],
  ['videos that do not exist', { items: { videoIds: [2_147_483_647] }, referralCode: 'NOBODY' }],
]

const JSON_TYPE = { 'content-type': 'application/json' }

/** Bodies that are no JSON, say they are something else, or try to change what objects are. */
export const rawBodies: [string, string | Buffer, Record<string, string>][] = [
  ['broken JSON', '{"email":', JSON_TYPE],
  ['JSON and then some', '{} {}', JSON_TYPE],
  ['no JSON at all', '<xml/>', JSON_TYPE],
  ['empty', '', JSON_TYPE],
  ['blank', '  \n ', JSON_TYPE],
  ['a form', 'email=a%40example.com&password=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', '{"email":"a@example.com"}', { 'content-type': 'text/plain' }],
  ['of an unknown type', '{}', { 'content-type': 'application/x-unheard-of' }],
  ['of a type that is none', '{}', { 'content-type': ';;;' }],
  ['several parts', '--b\r\n\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), JSON_TYPE],
  ['a new prototype', '{"__proto__":{"isAdmin":true}}', JSON_TYPE],
  ['a new prototype by another way', '{"constructor":{"prototype":{"isAdmin":true}}}', JSON_TYPE],
  ['fifty thousand lists deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, JSON_TYPE],
  ['a number of a thousand digits', `{"videoId":${'9'.repeat(1_000)}}`, JSON_TYPE],
]

/** Ids as they stand in a URL. */
export const absurdIds: string[] = [
  '%00',
  '%E0%A4%A',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  '__proto__',
  'constructor',
  '\'; drop table "Student"; --',
  'x'.repeat(150),
  'x'.repeat(900),
  'x'.repeat(5_000),
  '%F0%9F%98%80',
].map((id) => id.replace(/[ ;"]/g, encodeURIComponent))

export const absurdQueries: string[] = [
  'token',
  'token=',
  'token=%00',
  'token=%E0%A4%A',
  'token=a&token=b',
  'token[]=a&token[b]=c',
  '__proto__[isAdmin]=1',
  `token=${'x'.repeat(5_000)}`,
  '&&&===',
  '%',
]

/** As fast-check's own 'binary', which first makes a map of all million code points. */
const anyCodePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

/** Any JSON, with texts and keys that are likelier to hurt than most. */
export const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -0, 1, -1, 95, 1e21, 2 ** 31, 2 ** 53, 0.1),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: anyCodePoint, maxLength: 30 }),
    fc.constantFrom('', ' ', '\0', '\ud800', '1', 'true', 'null', '__proto__', 'a@example.com', 'CLUB1'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('userId', 'items', 'videoIds', 'bundle')),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).value
