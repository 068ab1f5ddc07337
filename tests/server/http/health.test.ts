import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createRateLimits } from '#server/infra/rate-limits.ts'
import { expectRefusal, foreignWords } from '#tests/server/rest/refusal.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'

/** The shop, with its database behind a gate. */
let shop: TestApp
let gate: Gate
let closeDatabase: () => Promise<void>
beforeAll(async () => {
  shop = await createTestApp({
    async partsOf({ databaseUrl, log }) {
      gate = await startGate(databaseUrl)
      const { prisma, pool, close } = openDatabase(gate.url, log)
      closeDatabase = close
      return { db: prisma, pool, limits: createRateLimits(pool) }
    },
  })
})
afterAll(async () => {
  await gate.open()
  await shop.close()
  await closeDatabase()
  await gate.end()
})
afterEach(async () => {
  await gate.open()
  shop.shop.deps.queue.setUnavailable(false)
  shop.app.isStopping = false
})

describe('/healthz', () => {
  it('answers while the process lives, whatever is unavailable', async () => {
    await gate.close()
    const answer = await shop.send({ url: '/healthz' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })
})

describe('/readyz', () => {
  it('says that database and queue can be reached', async () => {
    const answer = await shop.send({ url: '/readyz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'ready', database: 'ok', queue: 'ok' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('shows the age of each scheduled job and of the workers, which make no web process unready', async () => {
    const { deps } = shop.shop
    await recordHeartbeat(deps, 'workers')
    await recordHeartbeat(deps, 'job:orders.reconcile')
    deps.clock.advance(3 * 3_600_000)
    await recordHeartbeat(deps, 'job:mail.sweep')
    const answer = await shop.send({ url: '/readyz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      workersAgeSeconds: 10_800,
      jobAgesSeconds: { 'mail.sweep': 0, 'orders.reconcile': 10_800 },
    })
  })

  it('says no where this process has workers that are dead', async () => {
    shop.app.workers = { isRunning: () => false }
    const answer = await shop.send({ url: '/readyz' })
    shop.app.workers = { isRunning: () => true }
    expect([answer.statusCode, answer.json().workers]).toEqual([503, 'stopped'])
    expect((await shop.send({ url: '/readyz' })).statusCode).toBe(200)
  })

  it.each([
    ['the database', () => gate.close(), { database: 'away', queue: 'ok' }],
    ['the network to the database', async () => gate.hang(), { database: 'away', queue: 'ok' }],
    ['the queue', async () => shop.shop.deps.queue.setUnavailable(true), { database: 'ok', queue: 'away' }],
  ])('says that %s is unavailable', async (_what, takeAway, parts) => {
    await takeAway()
    const answer = await shop.send({ url: '/readyz' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'not ready', ...parts })
    expect(answer.json().message).toBeTruthy()
    await gate.close() // what hung is broken off
  })

  it('is not ready before the server closes, so that no more requests come', async () => {
    shop.app.isStopping = true
    expect((await shop.send({ url: '/readyz' })).statusCode).toBe(503)
  })
})

describe('without the database', () => {
  const asks = [
    ['GET', '/api/videos', 'anonymous', undefined],
    ['GET', '/api/auth/me', 'student', undefined],
    ['POST', '/api/auth/login', 'anonymous', { email: 'a@example.com', password: 'some words here' }],
    ['POST', '/api/referral/validate', 'anonymous', { code: 'CLUB1' }],
    ['POST', '/api/create-payment-intent', 'student', { items: { videoIds: [1] } }],
    ['POST', '/api/payment/success', 'student', { paymentIntentId: 'pi_1' }],
  ] as const

  it.each(asks)('%s %s is 503 with a message and when to retry', async (method, url, as, body) => {
    await gate.close()
    const answer = await shop.send({ as, method, url, body })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(foreignWords(answer.json().message)).toEqual([])
    expect(answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('so it is over tRPC', async () => {
    await gate.close()
    const answer = await shop.call({ path: 'catalog.list', type: 'query' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().error.json.data).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      httpStatus: 503,
      requestId: answer.headers['x-request-id'],
    })
  })

  it('Stripe gets an answer that makes it send its event again', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
      livemode: false,
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    })
    const timestamp = Math.floor(shop.shop.deps.clock.now().getTime() / 1000)
    const signature = shop.shop.stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: 'whsec_of_the_tests',
      timestamp,
    })
    await gate.close()
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await shop.send({ method: 'POST', url: '/api/stripe/webhook', body, headers })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('everything goes on by itself once it is back', async () => {
    await gate.close()
    expect((await shop.send({ url: '/api/videos' })).statusCode).toBe(503)
    await gate.open()
    expect((await shop.send({ url: '/api/videos' })).statusCode).toBe(200)
    expect((await shop.send({ as: 'student', url: '/api/auth/me' })).statusCode).toBe(200)
  })
})

describe('without the queue', () => {
  it('a password reset is stored for the scheduled job, and answered as usual', async () => {
    const ask = {
      method: 'POST',
      url: '/api/auth/request-password-reset',
      body: { email: shop.people.student.email },
    } as const
    const before = await shop.shop.deps.db.linkRequest.count()
    shop.shop.deps.queue.setUnavailable(true)
    expect((await shop.send(ask)).statusCode).toBe(200)
    expect(await shop.shop.deps.db.linkRequest.count()).toBe(before + 1)
  })
})

describe('without Stripe', () => {
  it('a checkout is 503, and the cart’s order waits for the next try', async () => {
    const offline = await createTestApp()
    await offline.shop.sandbox.close()
    const ask = {
      as: 'student',
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { items: { videoIds: [1] } },
    } as const
    const answer = await offline.send(ask)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(foreignWords(answer.json().message)).toEqual([])
    await offline.app.close()
    await offline.shop.deps.close()
  })
})

describe('an address that is not served', () => {
  it('is refused in our words for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expectRefusal(await shop.send({ method, url: '/no/such/page' }), method)
    }
  })
})
