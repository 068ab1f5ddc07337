import type { AttackedShop } from './attacked-shop.ts'
import { hold, sendMultipart } from './send.ts'

/** What a stranger or one account sends to keep others waiting, and the same as an ordinary visitor sends it. */
export type Attack = { name: string; ordinary: () => Promise<unknown>; attack: () => Promise<unknown> }

const IN_A_BATCH = 20
const MULTIPART_MEGABYTES = 250
const AHEAD = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

/** Everything that stood still or filled up once, by the numbers it was found with. */
export function attacksOn(shop: AttackedShop): Attack[] {
  const { call, batch, batchGet } = shop
  const token = { token: 'made-up' }
  const check = () => call('auth.verifyResetToken', { json: token })
  const signIn = (name: string) => shop.signIn({ email: `${name}@example.com`, password: 'windsock' })
  const own = { email: shop.student.email, password: shop.student.password }
  const items = { items: { videoIds: [2] } }
  const invoice = { userId: shop.student.id, documentId: shop.student.documentId }
  const campaign = 'auth.verifyResetToken,admin.campaigns.send'

  return [
    {
      name: 'annotations, many and long, 159 KB',
      ordinary: check,
      attack: async () => {
        await call('auth.verifyResetToken', { json: token, meta: { values: manyNotes(159_000), v: 1 } })
        await call('auth.verifyResetToken', { json: token, meta: { values: longNotes(159_000), v: 1 } })
      },
    },
    {
      name: 'annotations over a batch with a mailing, 311 KB',
      ordinary: check,
      attack: () =>
        call(`${campaign}?batch=1`, { 0: { json: token, meta: { values: longNotes(311_000), v: 1 } } }),
    },
    {
      name: 'deep nesting and 80,000 empty objects, 250 KB each',
      ordinary: check,
      attack: async () => {
        await call('auth.verifyResetToken', `{"json":${'['.repeat(125_000)}${']'.repeat(125_000)}}`)
        await call('auth.verifyResetToken', `{"json":[${'{},'.repeat(80_000)}{}]}`)
      },
    },
    {
      name: `multipart in pieces, up to ${MULTIPART_MEGABYTES} MB`,
      ordinary: check,
      attack: () => sendMultipart(shop.port, MULTIPART_MEGABYTES),
    },
    {
      name: '30,000 requests sent ahead over 20 connections',
      ordinary: check,
      attack: () => hold(shop.port, { connections: 20, bytes: AHEAD.repeat(1_500), milliseconds: 2_000 }),
    },
    {
      name: 'bodies that never end, 300 connections, 570 MB',
      ordinary: check,
      attack: () => hold(shop.port, { connections: 300, bytes: endlessReport(), milliseconds: 4_000 }),
    },
    {
      name: 'twenty sign-ins at once, unknown accounts',
      ordinary: () => Promise.all([signIn('nobody'), signIn('no-one')]),
      attack: () => Promise.all(Array.from({ length: 20 }, (_, at) => signIn(`nobody-${at}`))),
    },
    {
      name: 'own address and password, 100 in batches',
      ordinary: () => batch('auth.changeEmail', [own]),
      attack: () => repeat(5, () => batch('auth.changeEmail', Array(IN_A_BATCH).fill(own))),
    },
    {
      name: '600 payments asked for in batches',
      ordinary: () => batch('checkout.createPaymentIntent', [items]),
      attack: () => repeat(30, () => batch('checkout.createPaymentIntent', Array(IN_A_BATCH).fill(items))),
    },
    {
      name: '20 invoices in one GET',
      ordinary: () => batchGet('checkout.document', [invoice]),
      attack: () => batchGet('checkout.document', Array(IN_A_BATCH).fill(invoice)),
    },
  ]
}

function manyNotes(bytes: number): Record<string, ['undefined']> {
  const count = Math.floor(bytes / 22)
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, ['undefined']]))
}

/** A mail report of 2 MB, the largest body that is read without a session, of which the end is missing. */
function endlessReport(): string {
  const head = 'POST /api/mail/events HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json'
  return `${head}\r\ncontent-length: 2000000\r\n\r\n${'x'.repeat(1_900_000)}`
}

function longNotes(bytes: number): Record<string, ['undefined']> {
  const length = 2_000
  const path = 'a.'.repeat(length / 2)
  const count = Math.floor(bytes / (length + 20))
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${path}${at}`, ['undefined']]))
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await work()
}
