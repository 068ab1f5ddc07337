import { z } from 'zod'
import { WATCHED_PARTS } from '#shared/operations/monitored-parts.ts'
import { opaqueId, optionalText, requiredText, timeOutput } from './primitives.ts'

const wrongList = 'Please load the page again.'
const moment = timeOutput.nullable()

export const HEALTH_PARTS = ['database', 'queue', 'mail', 'payments'] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]

/** The parts of the shop, each checked within a time limit, and what waits in outbox and inbox. */
export const healthOutput = z.object({
  checkedAt: timeOutput,
  /** `late`: no answer within the limit. */
  parts: z.array(z.object({ part: z.enum(HEALTH_PARTS), state: z.enum(['ok', 'away', 'late']) })),
  alerts: z.array(
    z.object({
      part: z.enum(WATCHED_PARTS),
      since: timeOutput,
      /** Who gets the alert; `to` is null for the webhook. */
      notices: z.array(
        z.object({ to: z.string().nullable(), deliveredAt: moment, error: z.string().nullable() }),
      ),
    }),
  ),
  outbox: z.object({ waiting: z.int(), oldestAt: moment, lastSentAt: moment, failed: z.int() }),
  webhooks: z.object({ lastToldAt: moment, unprocessed: z.int(), oldestUnprocessedAt: moment }),
})
export type HealthOutput = z.infer<typeof healthOutput>

export const failedJobsInput = z.object({ offset: z.int().min(0).max(2_000).default(0) })

export const jobsOutput = z.object({
  counts: z.array(
    z.object({ name: z.string(), waiting: z.int(), active: z.int(), delayed: z.int(), failed: z.int() }),
  ),
  failed: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      reason: z.string(),
      attempts: z.int(),
      failedAt: moment,
    }),
  ),
  hasMore: z.boolean(),
})
export type JobsOutput = z.infer<typeof jobsOutput>
export type FailedJobOutput = JobsOutput['failed'][number]

export const retryJobInput = z.object({ id: requiredText(200, wrongList) })
export const retryJobsInput = z.object({ name: requiredText(100, wrongList) })
export const retryJobsOutput = z.object({ retried: z.int(), hasMore: z.boolean() })

export const failedMailsOutput = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      to: z.string(),
      /** The server may have it: it is not known whether it arrived. */
      mayHaveArrived: z.boolean(),
      reason: z.string(),
      attempts: z.int(),
      createdAt: timeOutput,
      /** False where its link or code is gone, or its address was forgotten. */
      canRetry: z.boolean(),
    }),
  ),
  hasMore: z.boolean(),
})
export type FailedMailsOutput = z.infer<typeof failedMailsOutput>
export const retryMailInput = z.object({ id: opaqueId })
export const sendWaitingMailOutput = z.object({ count: z.int() })

export const ACTOR_KINDS = ['admin', 'student', 'referer', 'terminal', 'shop'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const auditInput = z.object({
  action: optionalText(100),
  actorKind: z.enum(ACTOR_KINDS).nullish(),
  /** One admin, instead of all of a kind. */
  adminId: opaqueId.nullish(),
  cursor: optionalText(64),
})
export type AuditInput = z.infer<typeof auditInput>

const person = z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })

export const auditOutput = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: timeOutput,
      action: z.string(),
      actor: person,
      subject: person,
      details: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type AuditOutput = z.infer<typeof auditOutput>
export type AuditEntryOutput = AuditOutput['entries'][number]

/** Where the log of a period is to be had. Over REST the answer is the file itself. */
export const auditFileOutput = z.object({ filename: z.string(), address: z.string() })

/** What the log can be narrowed to. */
export const auditChoicesOutput = z.object({
  actions: z.array(z.string()),
  admins: z.array(z.object({ id: z.string(), email: z.string() })),
})
export type AuditChoicesOutput = z.infer<typeof auditChoicesOutput>

export const goLiveOutput = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      /** `demo`: a demo part is in use. `missing`: a live shop needs it. `advised`: the shop runs without it, less well. */
      state: z.enum(['ready', 'demo', 'missing', 'advised']),
      /** The current state. */
      now: z.string(),
      /** What to do; null where it is ready. */
      change: z.string().nullable(),
    }),
  ),
})
export type GoLiveOutput = z.infer<typeof goLiveOutput>

const backupRun = z.object({
  startedAt: timeOutput,
  state: z.enum(['running', 'good', 'failed']),
  seconds: z.int().nullable(),
  fileName: z.string().nullable(),
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  reason: z.string().nullable(),
})
export type BackupRunOutput = z.infer<typeof backupRun>

export const backupsOutput = z.object({
  /** Whether BACKUP_DIR is set, so that one is made each night. */
  isNightly: z.boolean(),
  /** Whether BACKUP_KEY is set; else the key is on this machine alone. */
  hasOwnKey: z.boolean(),
  /** Restored from a backup, and not released yet. */
  isOnHold: z.boolean(),
  backup: backupRun.nullable(),
  drill: backupRun.nullable(),
})
export type BackupsOutput = z.infer<typeof backupsOutput>

export const doctorOutput = z.array(
  z.object({
    check: z.string(),
    level: z.enum(['good', 'warning', 'bad']),
    found: z.string(),
    /** What to do; null where nothing is. */
    remedy: z.string().nullable(),
  }),
)
export type DoctorFinding = z.infer<typeof doctorOutput>[number]
