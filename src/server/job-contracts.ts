import { z } from 'zod'

const nothing = z.object({}).strict()

/**
 * Every job's name and payload, parsed on both sides of the queue. Payloads hold ids only: the handler reads
 * the row again, so a job that is late, repeated or lost never carries stale facts.
 */
export const JOB_PAYLOADS = {
  /** Sealed: an address that may or may not have an account must not lie in the queue in clear text. */
  'accounts.mailLink': z.object({ sealed: z.string() }).strict(),
  'mail.send': z.object({ outboxId: z.string() }).strict(),
  'mail.sweep': nothing,
  'orders.processEvent': z.object({ eventId: z.string() }).strict(),
  'orders.reconcile': nothing,
  'orders.cancelExpired': nothing,
  'maintenance.cleanUp': nothing,
} as const

export type JobName = keyof typeof JOB_PAYLOADS
export type JobPayload<N extends JobName> = z.infer<(typeof JOB_PAYLOADS)[N]>

/** When and how often a job is tried again: 5 s, 30 s, 2 min, then doubling (requirements §11). */
export type RetryPolicy = { attempts: number }

/** What a room's `jobs.ts` gives for each of its jobs. */
export type JobHandler<N extends JobName, D> = {
  handle: (deps: D, payload: JobPayload<N>) => Promise<void>
  retry: RetryPolicy
  /** Runs by itself this often, once however many workers there are. */
  everyMs?: number
}
