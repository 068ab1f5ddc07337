import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorkerServer } from '#server/http/worker-server.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
let app: FastifyInstance
let isRunning = true
beforeAll(async () => {
  deps = await createTestDeps({ env: { METRICS_TOKEN: 'a-metrics-token-of-the-tests' } })
  app = await buildWorkerServer(deps, { isRunning: () => isRunning })
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const ask = (url: string, headers = {}) => app.inject({ url, headers })

it('a process of workers is ready as long as they look for jobs', async () => {
  expect((await ask('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await ask('/readyz')).statusCode).toBe(200)
  isRunning = false
  const stopped = await ask('/readyz')
  expect([stopped.statusCode, stopped.json().workers]).toEqual([503, 'stopped'])
  isRunning = true
})

it('shows the same metrics as the shop to the bearer of the token, and has nothing else', async () => {
  const shown = await ask('/metrics', { authorization: 'Bearer a-metrics-token-of-the-tests' })
  expect(shown.body).toContain('outbox_mails 0')
  expect(shown.body).toContain('process_cpu_seconds_total')
  for (const url of ['/metrics', '/', '/api/videos', '/trpc/catalog.list'])
    expect((await ask(url)).statusCode, url).toBe(404)
})
