import { z } from 'zod'

const nothing = z.object({}).strict()

/**
 * Every job's name and payload, parsed on both sides of the queue. Payloads hold ids only: the handler reads
 * the row again, so a job that is late, repeated or lost never carries stale data.
 */
export const JOB_PAYLOADS = {
  'accounts.mailLink': z.object({ requestId: z.string() }).strict(),
  'accounts.sweepLinks': nothing,
  /** A user waits for this mail now: it goes before those in the queue. */
  'mail.send': z.object({ outboxId: z.string(), isAwaited: z.boolean().optional() }).strict(),
  'mail.sweep': nothing,
  'campaigns.send': z.object({ campaignId: z.string() }).strict(),
  'campaigns.sweep': nothing,
  /** With the payment's intent, its events are handled one job at a time. */
  'orders.processEvent': z.object({ eventId: z.string(), intentId: z.string().optional() }).strict(),
  'orders.reconcile': nothing,
  'orders.cancelExpired': nothing,
  'stripePayouts.read': nothing,
  'maintenance.cleanUp': nothing,
  'maintenance.backUp': nothing,
  'maintenance.watch': nothing,
  'maintenance.sendReminders': nothing,
  'commissions.generatePayouts': nothing,
} as const

export type JobName = keyof typeof JOB_PAYLOADS
export type JobPayload<N extends JobName> = z.infer<(typeof JOB_PAYLOADS)[N]>

/**
 * The queues, each with workers of its own: so many jobs at once in one process or, where it is capped, in all of them
 * together. A job without a slot waits in its queue and takes nothing from the others.
 */
export const QUEUES = {
  shop: { atOnce: 4, isCapped: false },
  'shop-payments': { atOnce: 4, isCapped: false },
  /** A job that reads many payments from Stripe may outlast its interval, and must not run twice at once. */
  'shop-stripe': { atOnce: 1, isCapped: true },
  'shop-mail': { atOnce: 4, isCapped: true },
  'shop-campaigns': { atOnce: 2, isCapped: true },
} as const

export type QueueName = keyof typeof QUEUES

/** The queue of each job. */
export const JOB_QUEUES: { readonly [N in JobName]: QueueName } = {
  'accounts.mailLink': 'shop',
  'accounts.sweepLinks': 'shop',
  'mail.send': 'shop-mail',
  'mail.sweep': 'shop',
  'campaigns.send': 'shop-campaigns',
  'campaigns.sweep': 'shop',
  'orders.processEvent': 'shop-payments',
  'orders.reconcile': 'shop-stripe',
  'orders.cancelExpired': 'shop-stripe',
  'stripePayouts.read': 'shop-stripe',
  'maintenance.cleanUp': 'shop',
  'maintenance.backUp': 'shop',
  'maintenance.watch': 'shop',
  'maintenance.sendReminders': 'shop',
  'commissions.generatePayouts': 'shop',
}

/** How often each job is tried in all; the waits in between are `retryDelayMs` (requirements §11). */
export const JOB_ATTEMPTS: { readonly [N in JobName]: number } = {
  // The scheduled job queues it again.
  'accounts.mailLink': 4,
  // The first retries come sooner than the scheduled job, which takes over after them.
  'mail.send': 4,
  'orders.processEvent': 8,
  'maintenance.cleanUp': 3,
  // An hour is long to wait for the next turn.
  'maintenance.sendReminders': 3,
  'commissions.generatePayouts': 3,
  // The scheduled job queues it again.
  'campaigns.send': 1,
  // These come round again by themselves.
  'maintenance.backUp': 1,
  'maintenance.watch': 1,
  'mail.sweep': 1,
  'accounts.sweepLinks': 1,
  'campaigns.sweep': 1,
  'orders.reconcile': 1,
  'orders.cancelExpired': 1,
  'stripePayouts.read': 1,
}

/** What a feature's `jobs.ts` gives for each of its jobs. */
export type JobHandler<N extends JobName, D> = {
  /** `signal`: the process ends; a job that lasts long comes to an end by itself. */
  handle: (deps: D, payload: JobPayload<N>, signal?: AbortSignal) => Promise<void>
  /** Runs by itself this often, once however many workers there are. */
  everyMs?: number
}
