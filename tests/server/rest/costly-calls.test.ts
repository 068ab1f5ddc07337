import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import type { Passwords } from '#server/infra/password-hashing.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { type Caller, createTestApp, type TestApp } from '#tests/support/app.ts'
import { newestToken } from '#tests/support/outbox.ts'

let shop: TestApp
let hashes = 0
let questions = 0
beforeAll(async () => {
  shop = await createTestApp({
    partsOf: async ({ passwords, payments }) => ({
      passwords: countHashes(passwords),
      payments: {
        ...payments,
        createIntent: (request) => count(payments.createIntent(request)),
        findPayment: (intentId) => count(payments.findPayment(intentId)),
      },
    }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.shop.deps.db.rateLimit.deleteMany()
  hashes = 0
  questions = 0
})

function countHashes(passwords: Passwords): Passwords {
  const of = (address: string): Passwords => {
    const { verify } = passwords.of(address)
    return {
      ...passwords,
      of,
      verify(stored, password) {
        hashes++
        return verify(stored, password)
      },
    }
  }
  return of('')
}

function count<T>(answer: T): T {
  questions++
  return answer
}

/** The same call as often as a batch can hold it, several times over; the codes of the answers. */
async function callOften(path: string, input: unknown, batches: number): Promise<string[]> {
  const codes: string[] = []
  for (let batch = 0; batch < batches; batch++) {
    const answer = await shop.send({
      as: 'student',
      method: 'POST',
      url: `/trpc/${Array(20).fill(path).join(',')}?batch=1`,
      body: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, { json: input }])),
    })
    codes.push(...answer.json().map((one: Answer) => one.error?.json.data.code ?? 'done'))
  }
  return codes
}

type Answer = { error?: { json: { data: { code: string } } } }
const limited = (codes: string[]) => codes.filter((code) => code === 'RATE_LIMITED')

describe('each call of a batch counts', () => {
  it('of a hundred and twenty right passwords, thirty are looked at', async () => {
    const { email, password } = shop.people.student
    const codes = await callOften('auth.changeEmail', { email, password }, 6)
    expect(limited(codes).length).toBeGreaterThanOrEqual(90)
    expect(hashes).toBeGreaterThan(0)
    expect(hashes).toBeLessThanOrEqual(30)
  })

  it('of six hundred requested payments, thirty reach Stripe', async () => {
    const codes = await callOften('checkout.createPaymentIntent', { items: { videoIds: [1] } }, 30)
    expect(limited(codes)).toHaveLength(570)
    expect(questions).toBeGreaterThan(0)
    expect(questions).toBeLessThanOrEqual(60)
  })

  it('of twenty requests for a refund, ten are looked at', async () => {
    const wish = { wish: 'refund', exchangeVideoId: null, reason: 'wrongVideo', message: null }
    const codes = await callOften('checkout.askRefund', { orderId: 'made-up', lineIds: ['x'], ...wish }, 1)
    expect(limited(codes)).toHaveLength(10)
    expect(codes.filter((code) => code === 'ORDER_NOT_FOUND')).toHaveLength(10)
  })

  it('twenty own invoices, one after the other or at once, are no matter', async () => {
    const userId = shop.people.student.id
    for (let at = 0; at < 20; at++) {
      const answer = await shop.send({ as: 'student', url: `/api/users/${userId}/documents/made-up` })
      expect(answer.statusCode).toBe(404)
    }
    const path = Array(20).fill('checkout.document').join(',')
    const input = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [at, { json: { userId, documentId: 'made-up' } }]),
    )
    const url = `/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`
    const answers: Answer[] = (await shop.send({ as: 'student', url })).json()
    expect(answers.map((one) => one.error?.json.data.code)).toEqual(Array(20).fill('INVOICE_NOT_FOUND'))
  })
})

const bank = { accountName: 'Club', sortCode: '12-34-56', accountNumber: '12345678' }
const costly: [path: string, kind: string, as: Caller, type: 'query' | 'mutation', input: () => unknown][] = [
  [
    'auth.changeEmail',
    'password',
    'student',
    'mutation',
    () => ({ email: 'new@example.com', password: 'x' }),
  ],
  [
    'auth.changePassword',
    'password',
    'student',
    'mutation',
    () => ({ currentPassword: 'x', password: 'windsock-77', confirmPassword: 'windsock-77' }),
  ],
  ['auth.eraseAccount', 'password', 'student', 'mutation', () => ({ password: 'x', confirmation: 'ERASE' })],
  [
    'referer.changePassword',
    'password',
    'referer',
    'mutation',
    () => ({ currentPassword: 'x', newPassword: 'windsock-77', confirmPassword: 'windsock-77' }),
  ],
  ['referer.changeBankDetails', 'password', 'referer', 'mutation', () => ({ ...bank, currentPassword: 'x' })],
  ['checkout.createPaymentIntent', 'payment', 'student', 'mutation', () => ({ items: { videoIds: [1] } })],
  ['checkout.confirmPayment', 'paymentCheck', 'student', 'mutation', () => ({ paymentIntentId: 'pi_1' })],
  ['checkout.orderStatus', 'paymentCheck', 'student', 'query', () => ({ orderId: 'made-up' })],
  [
    'checkout.document',
    'document',
    'student',
    'query',
    () => ({ userId: shop.people.student.id, documentId: 'made-up' }),
  ],
  [
    'checkout.askRefund',
    'refundRequest',
    'student',
    'mutation',
    () => ({ orderId: 'made-up', lineIds: ['x'], wish: 'refund', reason: 'wrongVideo' }),
  ],
  ['auth.exportData', 'document', 'student', 'query', () => undefined],
  ['referer.poster', 'document', 'referer', 'query', () => undefined],
  ['referer.invoice', 'document', 'referer', 'query', () => ({ payoutId: 'made-up' })],
]

/** As after very many calls. */
async function exhaust(key: string): Promise<void> {
  const expire = Date.now() + 60_000
  await shop.shop.deps.db.rateLimit.create({ data: { key, points: 100_000, expire } })
}

describe.each(costly)('%s', (path, kind, as, type, input) => {
  const idOf = () => (as === 'referer' ? shop.people.referer.id : shop.people.student.id)

  it('counts against the account and the network address, and says when to come again', async () => {
    for (const key of [`${kind}Account:${idOf()}`, `${kind}Address:127.0.0.1`]) {
      await shop.shop.deps.db.rateLimit.deleteMany()
      await exhaust(key)
      const answer = await shop.call({ as, path, type, input: input() })
      expect([answer.statusCode, key], answer.body).toEqual([429, key])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(hashes + questions).toBe(0)
  })
})

it('a reset link has ten tries, which calls with made-up links from the same address do not use up', async () => {
  const { deps } = shop.shop
  const { id: studentId, email } = shop.people.student
  await deps.db.$transaction((tx) =>
    mailReset(tx, deps, { owner: { studentId }, name: 'Sam', email, dedupeKey: 'tries' }),
  )
  const token = await newestToken(deps, 'password-reset', email)
  const reset = async (link: string) => {
    const input = { token: link, type: 'user', password: 'password1', confirmPassword: 'password1' }
    return (await shop.call({ path: 'auth.resetPassword', type: 'mutation', input })).statusCode
  }
  await exhaust('passwordAddress:127.0.0.1')
  expect(await reset('made-up')).toBe(400)
  for (let tries = 0; tries < LIMITS.signInAccount.points; tries++) expect(await reset(token)).toBe(400)
  expect(await reset(token)).toBe(429)
})
