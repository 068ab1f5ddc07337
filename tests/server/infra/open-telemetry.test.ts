import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTracing } from '#server/infra/open-telemetry.ts'
import { openQueue } from '#server/infra/queue.ts'
import { startWorkers } from '#server/infra/queue-workers.ts'
import { inSpan } from '#server/infra/tracing.ts'
import { JOB_HANDLERS } from '#server/workers.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const CALLER = '0af7651916cd43dd8448eb211c80319c'

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.output<typeof exported>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

let sink: Server
let shop: TestApp
let spans: Span[]
const received: string[] = []

beforeAll(async () => {
  sink = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const address = sink.address()
  vi.stubEnv(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  )
  const tracing = startTracing('shop-of-the-tests')
  // Made while spans are recorded, as a process is.
  shop = await createTestApp()
  const bought = await shop.send({
    as: 'student',
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { items: { videoIds: [1], bundle: false } },
    headers: { traceparent: `00-${CALLER}-b7ad6b7169203331-01` },
  })
  expect(bought.statusCode).toBe(200)

  const { deps } = shop.shop
  const settings = { databaseUrl: deps.databaseUrl }
  const queue = openQueue(settings, deps.log)
  const workers = await startWorkers(settings, JOB_HANDLERS, { ...deps, queue })
  const request = { name: 'a request', kind: 'server' } as const
  await inSpan(request, () => queue.enqueue('orders.reconcile', {}))
  await vi.waitFor(async () => expect((await queue.counts()).waiting).toBe(0), 30_000)
  await workers.close()
  await queue.close()
  await tracing.stop()
  spans = received.flatMap((line) => {
    const [, , body = ''] = /^(POST \/v1\/traces) (.*)$/s.exec(line) ?? []
    return exported
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  })
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await shop.close()
  await new Promise((resolve) => sink.close(resolve))
})

const childrenOf = (parent: Span | undefined) => spans.filter((span) => span.parentSpanId === parent?.spanId)

describe('spans', () => {
  it('of a request stand in the caller’s trace, with the statements and calls of Stripe inside', () => {
    const request = spans.find(({ name }) => name === 'POST /api/create-payment-intent')
    expect(request?.traceId).toBe(CALLER)
    expect(request?.parentSpanId).toBe('b7ad6b7169203331')
    const names = childrenOf(request).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['pg select', 'pg insert', 'POST /v1/payment_intents']))
  })

  it('of a job have its name, with the same inside', () => {
    const jobs = spans.filter(({ name }) => name === 'job orders.reconcile')
    const inside = jobs.flatMap(childrenOf).map(({ name }) => name)
    expect(inside).toEqual(expect.arrayContaining([expect.stringMatching(/^pg /), 'GET /v1/events']))
  })

  it('of a job stand in the trace of the request that enqueued it', () => {
    const request = spans.find(({ name }) => name === 'a request')
    const jobs = childrenOf(request).filter(({ name }) => name === 'job orders.reconcile')
    expect(jobs.map(({ traceId }) => traceId)).toEqual([request?.traceId])
  })

  it('of the database exist only inside others, and carry no value of a row', () => {
    const statements = spans.filter(({ name }) => name.startsWith('pg '))
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.filter(({ parentSpanId }) => !parentSpanId)).toEqual([])
    expect(received.join()).not.toContain(shop.people.student.email)
  })

  it('say whose they are', () => {
    expect(received.join()).toContain('shop-of-the-tests')
  })
})
