import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const TOKEN = 'a-metrics-token-of-the-tests'

let open: TestApp
let closed: TestApp
beforeAll(async () => {
  open = await createTestApp({ parts: { config: testConfig({ METRICS_TOKEN: TOKEN }) } })
  closed = await createTestApp()
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

const ask = (shop: TestApp, authorization?: string) =>
  shop.send({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

describe('/metrics', () => {
  it('shows requests, the queue and the process to the bearer of the token', async () => {
    await open.send({ url: '/api/users/some-id/dashboard' })
    await recordHeartbeat(open.shop.deps, 'workers')
    await recordHeartbeat(open.shop.deps, 'job:orders.reconcile')
    open.shop.deps.clock.advance(60_000)
    const answer = await ask(open, `Bearer ${TOKEN}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.body).toMatch(/process_cpu_seconds_total/)
    expect(answer.body).toMatch(/scheduled_job_age_seconds\{job="orders.reconcile"\} 60/)
    expect(answer.body).toMatch(/workers_heartbeat_age_seconds 60/)
    expect(answer.body).toMatch(/queue_jobs\{state="waiting"\} 0/)
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:userId\/dashboard",status="401"\} 1/,
    )
    expect(answer.body, 'ids would make a series each').not.toContain('some-id')
  })

  it.each([
    ['no token', undefined],
    ['another token', `Bearer ${'x'.repeat(TOKEN.length)}`],
    ['a longer token', `Bearer ${TOKEN}x`],
    ['the token without Bearer', TOKEN],
    ['nothing', ''],
  ])('is not there for %s', async (_what, authorization) => {
    const answer = await ask(open, authorization)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'We could not find that.'])
  })

  it.each([undefined, 'Bearer ', 'Bearer null', `Bearer ${TOKEN}`])(
    'does not exist without a token (%s)',
    async (authorization) => {
      expect((await ask(closed, authorization)).statusCode).toBe(404)
    },
  )

  it('works while the queue is unavailable', async () => {
    open.shop.deps.queue.setUnavailable(true)
    expect((await ask(open, `Bearer ${TOKEN}`)).statusCode).toBe(200)
    open.shop.deps.queue.setUnavailable(false)
  })
})
