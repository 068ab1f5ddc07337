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
  'campaigns.send': z.object({ campaignId: z.string() }).strict(),
  'campaigns.sweep': nothing,
  'orders.processEvent': z.object({ eventId: z.string() }).strict(),
  'orders.reconcile': nothing,
  'orders.cancelExpired': nothing,
  'maintenance.cleanUp': nothing,
  'maintenance.watch': nothing,
  'maintenance.sendReminders': nothing,
  'commissions.generatePayouts': nothing,
} as const

export type JobName = keyof typeof JOB_PAYLOADS
export type JobPayload<N extends JobName> = z.infer<(typeof JOB_PAYLOADS)[N]>

/** How often each job is tried in all; the waits in between are `retryDelayMs` (requirements §11). */
export const JOB_ATTEMPTS: { readonly [N in JobName]: number } = {
  // After four tries, two and a half minutes later, the person has asked again or gone.
  'accounts.mailLink': 4,
  // The waits of the first tries are shorter than a sweep's; after them the sweep takes over.
  'mail.send': 4,
  'orders.processEvent': 8,
  'maintenance.cleanUp': 3,
  // The sweep gives it out again.
  'campaigns.send': 1,
  // These come round again by themselves.
  'maintenance.watch': 1,
  'mail.sweep': 1,
  'campaigns.sweep': 1,
  'maintenance.sendReminders': 1,
  'orders.reconcile': 1,
  'orders.cancelExpired': 1,
  'commissions.generatePayouts': 1,
}

/** What a room's `jobs.ts` gives for each of its jobs. */
export type JobHandler<N extends JobName, D> = {
  /** `signal`: the process ends; a job that lasts long comes to an end by itself. */
  handle: (deps: D, payload: JobPayload<N>, signal?: AbortSignal) => Promise<void>
  /** Runs by itself this often, once however many workers there are. */
  everyMs?: number
}
