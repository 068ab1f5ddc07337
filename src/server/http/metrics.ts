import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findRunAges } from '#server/features/operations/heartbeats.ts'
import { findFigures, type ShopFigures } from '#server/features/operations/shop-figures.ts'
import { WATCHED_PARTS } from '#shared/operations/monitored-parts.ts'

/** `GET /metrics` for Prometheus; it exists only where METRICS_TOKEN is set, and for its bearer. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await deps.queue.counts().catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })

  const findAges = () => findRunAges(deps).catch(() => ({ workers: null, jobs: {} }))
  new Gauge({
    name: 'workers_heartbeat_age_seconds',
    help: 'Time since any process with workers said that it lives',
    registers: [registry],
    async collect() {
      this.set((await findAges()).workers ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'scheduled_job_age_seconds',
    help: 'Time since a job that runs by itself ended well, by job',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [job, seconds] of Object.entries((await findAges()).jobs)) this.set({ job }, seconds)
    },
  })

  const pool = gauge(registry, 'database_pool_connections', 'Connections of this process’s pool, by state', [
    'state',
  ])
  const waiting = gauge(registry, 'database_pool_waiting', 'Callers that wait for a connection')
  const showFigures = shopGauges(registry)
  async function refresh(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = deps.pool
    pool.set({ state: 'used' }, totalCount - idleCount)
    pool.set({ state: 'idle' }, idleCount)
    waiting.set(waitingCount)
    showFigures(await findFigures(deps).catch(() => null))
  }

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    if (!isBearerOf(deps.config.metricsToken, request.headers.authorization)) throw new ShopError('NOT_FOUND')
    await refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isBearerOf(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return false
  const given = Buffer.from(authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}

function gauge<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
}

/** The shop's own work, the same from every process. Without an answer of the database they say nothing rather than something old. */
function shopGauges(registry: Registry): (figures: ShopFigures | null) => void {
  const gauges = {
    mailsWaiting: gauge(registry, 'outbox_mails', 'Mails that wait to be sent'),
    oldestMailAge: gauge(
      registry,
      'outbox_oldest_age_seconds',
      'Time since the oldest waiting mail was written',
    ),
    mailsFailed: gauge(registry, 'mails_failed', 'Mails given up or perhaps not arrived, and not dismissed'),
    campaignsSending: gauge(registry, 'campaigns_sending', 'Campaigns under way'),
    campaignsPaused: gauge(registry, 'campaigns_paused', 'Campaigns that wait for an admin'),
    campaignMailsWaiting: gauge(
      registry,
      'campaign_mails',
      'Mails of campaigns under way that wait to be sent',
    ),
    eventsWaiting: gauge(registry, 'stripe_events', 'Events of Stripe that were not acted on yet'),
    oldestEventAge: gauge(
      registry,
      'stripe_events_oldest_age_seconds',
      'Time since the oldest of them arrived',
    ),
    backupAge: gauge(registry, 'backup_age_seconds', 'Time since the last good backup was begun'),
  }
  const alerts = gauge(registry, 'shop_alert', '1 while the shop alerts its admins to a part', ['part'])
  return (figures) => {
    for (const [name, one] of Object.entries(gauges)) {
      one.set(figures?.[name as keyof typeof gauges] ?? Number.NaN)
    }
    for (const part of WATCHED_PARTS) {
      alerts.set({ part }, figures ? Number(figures.openAlerts.includes(part)) : Number.NaN)
    }
  }
}
