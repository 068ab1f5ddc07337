import type { Job } from 'bullmq'
import {
  JOB_PAYLOADS,
  type JobHandler,
  type JobName,
  type JobPayload,
  QUEUES,
  type QueueName,
} from '#server/job-contracts.ts'
import type { Log } from './log.ts'
import { isAwaited, isCampaign, type JobQueue, type QueueSettings, retryDelayMs } from './queue.ts'
import { type BullWorker, connect, START_TIMEOUT_MS, withTimeout } from './queue-connection.ts'
import { createTurns } from './queue-turns.ts'
import { StartError } from './start-error.ts'
import { inSpan } from './tracing.ts'

export type JobHandlers<D> = { [N in JobName]: JobHandler<N, D> }
export type JobWorkers = {
  /** Whether every queue's worker still looks for jobs. */
  isRunning(): boolean
  close(): Promise<void>
}

/** A Redis that lost its memory without breaking the connection has its schedules back after this time. */
const RENEW_MS = 60_000

/** However many payments arrive, mails go on. */
const MAIL_YIELDS_MS = 1_000

type Options = {
  /** How often the schedules are renewed; tests do not wait for a minute. */
  renewMs?: number
  /** How long a mail lets payments go first at most. */
  mailYieldsMs?: number
  /** Called when a scheduled job has succeeded. */
  onRun?: (name: JobName) => Promise<unknown>
  /** Called at start and at every renewal of the workers' heartbeat. */
  onHeartbeat?: () => Promise<unknown>
}

/**
 * Starts the consuming side: a worker for each queue, and the schedules of the jobs that run by themselves.
 *
 * @throws StartError when the queue is unavailable
 */
export async function startWorkers<D extends { queue: JobQueue; log: Log }>(
  settings: QueueSettings,
  handlers: JobHandlers<D>,
  deps: D,
  { renewMs = RENEW_MS, mailYieldsMs = MAIL_YIELDS_MS, onRun, onHeartbeat }: Options = {},
): Promise<JobWorkers> {
  const { queue, log } = deps
  const connection = connect(settings, 'consumer')
  const ending = new AbortController()
  const workers: BullWorker[] = []
  const everyMs = schedulesOf(handlers)
  const turns = createTurns()

  function runOf(name: QueueName): (job: Job) => Promise<void> {
    if (name === 'shop-payments') return (job) => turns.first(() => run(job))
    if (name !== 'shop-mail') return run
    return async (job) => {
      if (!isAwaited(job.data)) await turns.yieldToFirst(mailYieldsMs)
      await run(job)
    }
  }

  async function run(job: Job): Promise<void> {
    // The scheduled job restarts a campaign whose worker has died: it must not wait until that job counts as stalled.
    if (isCampaign(job.data)) await job.removeDeduplicationKey()
    await runJob(handlers, deps, job, ending.signal)
    if (isJobName(job.name) && everyMs.has(job.name)) await report(onRun?.(job.name))
  }

  /** What cannot be written down must not make a job fail that ended well. */
  async function report(news: Promise<unknown> | undefined): Promise<void> {
    await news?.catch((error: unknown) => log.warn({ err: error }, 'a heartbeat was not written'))
  }

  function openWorker(name: QueueName): BullWorker {
    const options = {
      concurrency: QUEUES[name].atOnce,
      // Started below, once it is connected: without a connection its loop would spin.
      autorun: false,
      // After a broken connection; BullMQ's own fifteen seconds are long for a person who waits for a mail.
      runRetryDelay: 1_000,
      settings: { backoffStrategy: retryDelayMs },
    }
    return connection.openWorker(name, runOf(name), options, {
      error: (error) => log.warn({ err: error, queue: name }, 'worker connection broke'),
      failed: (job, error) =>
        log.error({ err: error, job: job?.name, jobId: job?.id, attempts: job?.attemptsMade }, 'job failed'),
    })
  }

  async function open(): Promise<void> {
    await connection.prepare()
    for (const name of Object.keys(QUEUES) as QueueName[]) workers.push(openWorker(name))
    await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  }

  async function renew(): Promise<void> {
    await report(onHeartbeat?.())
    await queue.schedule(everyMs).catch((error: unknown) => {
      log.warn({ err: error }, 'schedules were not renewed')
    })
  }

  try {
    await withTimeout(open(), START_TIMEOUT_MS)
    await queue.schedule(everyMs)
  } catch (cause) {
    // At once: a worker waits for a connection that is away, and a pool for those that the workers hold.
    await Promise.all([connection.disconnect(), ...workers.map((worker) => worker.close(true))])
    const place = 'redisUrl' in settings ? 'Check REDIS_URL.' : 'Check DATABASE_URL.'
    throw new StartError(`The job queue cannot be reached. ${place}`, { cause })
  }
  for (const worker of workers) {
    worker.run().catch((error: unknown) => log.error({ err: error }, 'worker stopped'))
  }
  await report(onHeartbeat?.())
  queue.onReady(() => {
    if (!ending.signal.aborted) void renew()
  })
  const renewal = setInterval(() => void renew(), renewMs).unref()

  return {
    isRunning: () => workers.every((worker) => worker.isRunning()),
    async close() {
      clearInterval(renewal)
      ending.abort()
      await Promise.all(workers.map((worker) => worker.close()))
      await connection.disconnect()
    },
  }
}

function schedulesOf<D>(handlers: JobHandlers<D>): ReadonlyMap<JobName, number> {
  return new Map(
    Object.keys(handlers)
      .filter(isJobName)
      .flatMap((name) => {
        const { everyMs } = handlers[name]
        return everyMs === undefined ? [] : [[name, everyMs] as const]
      }),
  )
}

async function runJob<D extends { log: Log }>(
  handlers: JobHandlers<D>,
  deps: D,
  { id: jobId, name, data, opts }: Pick<Job, 'id' | 'name' | 'data' | 'opts'>,
  signal: AbortSignal,
): Promise<void> {
  if (!isJobName(name)) throw new Error(`No job is called ${name}`)
  const log = deps.log.child({ job: name, jobId })
  const span = {
    name: `job ${name}`,
    kind: 'consumer',
    attributes: { 'job.id': jobId ?? '' },
    headers: { traceparent: opts.telemetry?.metadata },
  } as const
  await inSpan(span, () => runNamed(handlers[name], { ...deps, log }, { name, data, signal }))
}

async function runNamed<N extends JobName, D>(
  handler: JobHandler<N, D>,
  deps: D,
  { name, data, signal }: { name: N; data: unknown; signal: AbortSignal },
) {
  const payload = JOB_PAYLOADS[name].parse(data) as JobPayload<N>
  await handler.handle(deps, payload, signal)
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_PAYLOADS, name)
}
