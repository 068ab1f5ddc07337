import pg from 'pg'
import { JOB_HANDLERS } from '#server/workers.ts'
import type { Caller, TestApp } from '#tests/support/app.ts'

type Sent = { as?: Caller; method?: 'POST' | 'PUT'; url: string; body?: unknown }

const PASSWORD = 'left base, gear down'

/** What a release's pages and clients ask, over REST and tRPC: enough to touch each table that a running shop writes. */
const REQUESTS: readonly Sent[] = [
  { url: '/api/videos' },
  {
    method: 'POST',
    url: '/api/auth/register',
    body: { username: 'newcomer', email: 'new@example.com', password: PASSWORD, accountType: 'personal' },
  },
  { method: 'POST', url: '/api/auth/login', body: { email: 'new@example.com', password: PASSWORD } },
  { method: 'POST', url: '/api/auth/request-password-reset', body: { email: 'new@example.com' } },
  { as: 'student', url: '/api/auth/me' },
  { as: 'student', url: '/api/users/:userId/dashboard' },
  {
    as: 'student',
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { items: { videoIds: [1, 2], bundle: false } },
  },
  { as: 'admin', url: '/trpc/admin.operations.health' },
  { as: 'admin', url: '/trpc/admin.operations.browserErrors' },
  { as: 'admin', url: '/trpc/admin.attention.list' },
  { as: 'referer', url: '/trpc/referer.me' },
  {
    method: 'POST',
    url: '/api/browser-errors',
    body: { message: 'x is not a function', stack: '', page: '/', script: '' },
  },
]

/** The texts of all statements that `work` sends to the database. */
export async function recordStatements(work: () => Promise<void>): Promise<string[]> {
  const texts = new Set<string>()
  const original = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const [query] = args
    const text: unknown = typeof query === 'string' ? query : Reflect.get(Object(query), 'text')
    if (typeof text === 'string' && /^\W*(select|insert|update|delete|with)\b/i.test(text))
      texts.add(text.trim())
    return Reflect.apply(original, this, args)
  }
  Reflect.set(pg.Client.prototype, 'query', recording)
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original)
  }
  return [...texts].sort()
}

/** A purchase with what follows from it, the requests above, and each job that runs by itself. */
export async function runRelease({ shop, people, fill, send }: TestApp): Promise<void> {
  const { intentId } = await shop.order({
    student: people.student,
    videoIds: [1],
    code: people.referer.code,
  })
  await shop.pay(intentId)
  await send({
    as: 'student',
    method: 'POST',
    url: '/api/payment/success',
    body: { paymentIntentId: intentId },
  })
  for (const { url, ...request } of REQUESTS) {
    const { statusCode, body } = await send({ ...request, url: fill(url) })
    if (statusCode >= 400) throw new Error(`${url} answered ${statusCode}: ${body}`)
  }
  const signal = new AbortController().signal
  for (const { everyMs, handle } of Object.values(JOB_HANDLERS)) {
    if (everyMs !== undefined) await Reflect.apply(handle, undefined, [shop.deps, {}, signal])
  }
}
