import { renderEmail } from '#emails/render.ts'
import type { Deps } from '#server/deps.ts'
import { siteOf } from '#server/features/mail/send-mail.ts'
import { newId } from '#server/infra/ids.ts'
import { postJson } from '#server/infra/post-json.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { signedHeaders } from '#server/infra/svix.ts'
import { addDays, addMinutes } from '#shared/calendar/durations.ts'
import { WATCHED_PARTS, type WatchedPart } from '#shared/operations/monitored-parts.ts'

export type AlertDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'mailer' | 'log'>

/** Longer than a hanging mail server can block a mail, so that no other process claims the notice meanwhile. */
const RETRY_MINUTES = 3
/** Older notices are not worth sending. */
const STALE_DAYS = 4
const AT_ONCE = 50
const ERROR_LENGTH = 500

type News = { alertId: string; news: 'stopped' | 'moving' }

/**
 * Step: writes a notice for every admin, and for the webhook if there is one. It replaces unsent notices of the alert.
 */
export async function writeNotices(
  tx: Prisma.TransactionClient,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { alertId, news }: News,
): Promise<void> {
  const now = clock.now()
  await tx.alertNotice.deleteMany({ where: { alertId, deliveredAt: null } })
  const admins = await tx.admin.findMany({ where: { disabledAt: null }, select: { id: true } })
  const adminIds = [...admins.map(({ id }) => id), ...(config.alertWebhookUrl === null ? [] : [null])]
  await tx.alertNotice.createMany({
    data: adminIds.map((adminId) => {
      return { id: newId(now), alertId, news, adminId, nextAttemptAt: now, createdAt: now }
    }),
  })
}

const NOTICE = {
  id: true,
  news: true,
  createdAt: true,
  admin: { select: { email: true } },
  alert: { select: { key: true, since: true } },
} as const

type Notice = Prisma.AlertNoticeGetPayload<{ select: typeof NOTICE }>

/**
 * Sends the due notices straight to the mail server and the webhook, because outbox and queue may be what has stopped.
 * Each process claims its own notices; a failure is stored and tried again after three minutes.
 */
export async function sendAlerts(deps: AlertDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.db.alertNotice.findMany({
    where: {
      deliveredAt: null,
      nextAttemptAt: { lte: now },
      createdAt: { gt: addDays(now, -STALE_DAYS) },
      OR: [
        { admin: { disabledAt: null } },
        ...(deps.config.alertWebhookUrl === null ? [] : [{ adminId: null }]),
      ],
    },
    orderBy: { createdAt: 'asc' },
    take: AT_ONCE,
    select: NOTICE,
  })
  await Promise.all(due.map((notice) => tell(deps, notice)))
}

async function tell(deps: AlertDeps, notice: Notice): Promise<void> {
  const { id } = notice
  const now = deps.clock.now()
  const { count } = await deps.db.alertNotice.updateMany({
    where: { id, deliveredAt: null, nextAttemptAt: { lte: now } },
    data: { nextAttemptAt: addMinutes(now, RETRY_MINUTES), attempts: { increment: 1 } },
  })
  if (count !== 1) return
  try {
    await (notice.admin ? mail(deps, notice, notice.admin.email) : post(deps, notice))
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH)
    deps.log.error({ err: error, noticeId: id }, 'an alert could not be told')
    await deps.db.alertNotice.updateMany({ where: { id }, data: { lastError } })
    return
  }
  await deps.db.alertNotice.updateMany({
    where: { id },
    data: { deliveredAt: deps.clock.now(), lastError: null },
  })
}

async function mail({ clock, config, mailer }: AlertDeps, notice: Notice, to: string): Promise<void> {
  const site = siteOf(config)
  const props = { ...detailsOf(notice), site }
  await mailer.send({
    ...(await renderEmail('shop-alert', props)),
    messageId: `<${notice.id}@${new URL(config.publicUrl).hostname}>`,
    date: clock.now(),
    to,
    replyTo: site.email,
  })
}

/** `text` is the part that chat programs show. */
async function post({ clock, config }: AlertDeps, notice: Notice): Promise<void> {
  const { alertWebhookUrl: url, alertWebhookSecret: secret, publicUrl: shop } = config
  if (url === null) return
  const { id } = notice
  const details = detailsOf(notice)
  const { subject: title } = await renderEmail('shop-alert', { ...details, site: siteOf(config) })
  await postJson(url, { id, text: `${title} (${shop})`, shop, ...details }, (body) =>
    secret === null ? {} : signedHeaders({ secret, id, body, now: clock.now() }),
  )
}

function detailsOf({ news, createdAt, alert: { key, since } }: Notice) {
  return { part: watchedPart(key), state: news, since: since.toISOString(), at: createdAt.toISOString() }
}

function watchedPart(key: string): WatchedPart {
  const part = WATCHED_PARTS.find((name) => name === key)
  if (!part) throw new Error(`No part is called ${key}`)
  return part
}
