import { addHours, addMinutes } from '#shared/calendar/durations.ts'

/** What an instructor is woken for: mail, the job queue, Stripe's webhooks, and what follows from payments, and for backups. */
export const WATCHED_PARTS = ['queue', 'mail', 'webhooks', 'payments', 'backups'] as const
export type WatchedPart = (typeof WATCHED_PARTS)[number]

/** How long a part may be idle before an alert is sent (requirements §11). */
export const OUTAGE_MINUTES = 15

/** How old the last good backup may be, where backups are made by themselves. */
export const BACKUP_HOURS = 36

/** What the watch found; null where there is nothing of the kind. */
export type WatchDetails = {
  /** Since when the shop is monitored without a gap: earlier idle time does not count. */
  watchedSince: Date
  /** When a worker last ran the job that comes round by itself. */
  queueRanAt: Date | null
  /** Since when a worker runs it without a gap: what waited for the queue has to be given time after that. */
  queueRunsSince: Date | null
  /** The oldest mail that waits and was written after the last one left. */
  unsentSince: Date | null
  /** The oldest payment at Stripe that no webhook reported, after the last webhook. */
  untoldSince: Date | null
  /** The oldest event of the inbox that was not acted on. */
  unprocessedSince: Date | null
  /** When the last good backup, or the first try, was begun; null where none are made by themselves. */
  backedUpAt: Date | null
}

export type Judgement =
  | { part: WatchedPart; state: 'stopped'; since: Date }
  /** `unknown`: it waits for another part that has stopped, and nothing can be said about it. */
  | { part: WatchedPart; state: 'moving' | 'unknown' }

/**
 * Which parts stand still for 15 minutes at `now` (requirements §11). While the queue stands still, mail and payments
 * wait for it: one incident, one mail.
 */
export function judgeParts(details: WatchDetails, now: Date): Judgement[] {
  const { watchedSince, queueRanAt, queueRunsSince, unsentSince, untoldSince, unprocessedSince, backedUpAt } =
    details
  const limit = addMinutes(now, -OUTAGE_MINUTES)

  function judge(part: WatchedPart, stillSince: Date | null, notBefore = watchedSince): Judgement {
    if (stillSince === null) return { part, state: 'moving' }
    const since = later(stillSince, notBefore)
    return since <= limit ? { part, state: 'stopped', since } : { part, state: 'moving' }
  }

  const queue = judge('queue', queueRanAt ?? watchedSince)
  function judgeBehindQueue(part: WatchedPart, stillSince: Date | null): Judgement {
    if (queue.state === 'stopped') return { part, state: 'unknown' }
    return judge(part, stillSince, later(watchedSince, queueRunsSince ?? watchedSince))
  }
  return [
    queue,
    judgeBehindQueue('mail', unsentSince),
    judge('webhooks', untoldSince),
    judgeBehindQueue('payments', unprocessedSince),
    judgeBackups(backedUpAt, now),
  ]
}

function judgeBackups(backedUpAt: Date | null, now: Date): Judgement {
  return backedUpAt !== null && backedUpAt <= addHours(now, -BACKUP_HOURS)
    ? { part: 'backups', state: 'stopped', since: backedUpAt }
    : { part: 'backups', state: 'moving' }
}

function later(one: Date, other: Date): Date {
  return one < other ? other : one
}
