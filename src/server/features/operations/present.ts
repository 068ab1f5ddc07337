import { canRetry } from '#server/features/mail/outbox.ts'
import { maskLine } from '#server/infra/log-scrub.ts'
import type { FailedJob } from '#server/infra/queue-insight.ts'
import type { FailedJobOutput, FailedMailsOutput, HealthOutput } from '#shared/schemas/operations.ts'
import type { findBacklog, listFailedMails } from './queries.ts'

type Backlog = Awaited<ReturnType<typeof findBacklog>>
type FailedMails = Awaited<ReturnType<typeof listFailedMails>>

export function presentHealth(
  checkedAt: Date,
  { parts, backlog }: { parts: HealthOutput['parts']; backlog: Backlog },
): HealthOutput {
  return {
    checkedAt: checkedAt.toISOString(),
    parts,
    alerts: backlog.alerts.map(({ part, since, notices }) => ({
      part,
      since: since.toISOString(),
      notices: notices.map(({ admin, deliveredAt, lastError }) => ({
        to: admin?.email ?? null,
        deliveredAt: iso(deliveredAt),
        error: lastError === null ? null : reasonOf(lastError),
      })),
    })),
    outbox: {
      waiting: backlog.waiting,
      oldestAt: iso(backlog.oldestAt),
      lastSentAt: iso(backlog.lastSentAt),
      failed: backlog.failed,
    },
    webhooks: {
      lastToldAt: iso(backlog.lastToldAt),
      unprocessed: backlog.unprocessed,
      oldestUnprocessedAt: iso(backlog.oldestUnprocessedAt),
    },
  }
}

export function presentFailedJob({ id, name, reason, attempts, failedAt }: FailedJob): FailedJobOutput {
  return { id, name, reason: reasonOf(reason), attempts, failedAt: iso(failedAt) }
}

export function presentFailedMails({ rows, hasMore }: FailedMails): FailedMailsOutput {
  return {
    mails: rows.map(({ id, status, template, toAddress, lastError, attempts, createdAt }) => ({
      id,
      template,
      to: toAddress,
      mayHaveArrived: status === 'unknown',
      reason: reasonOf(lastError ?? ''),
      attempts,
      createdAt: createdAt.toISOString(),
      canRetry: canRetry({ template, toAddress }),
    })),
    hasMore,
  }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

/** Database errors quote rows in their first lines; the last line says what is wrong. */
export function reasonOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim())
  return maskLine(lines.at(-1)?.trim() ?? '')
}
