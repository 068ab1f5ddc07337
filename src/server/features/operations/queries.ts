import { access } from 'node:fs/promises'
import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { maskLine } from '#server/infra/log-scrub.ts'
import type { AlertNotice } from '#server/infra/prisma/client.ts'
import { WATCHED_PARTS, type WatchedPart } from '#shared/operations/monitored-parts.ts'
import { type GoLiveItem, goLiveItems, proxyTrustOf } from './go-live.ts'
import { findLastSent, findLastWebhook } from './monitors.ts'

type Db = Pick<Deps, 'db'>

const MAILS_SHOWN = 50
const MOST_ALERTS = 20
const MOST_NOTICES = 50
/** Only an admin sends these again, and has not dismissed them. */
const GIVEN_UP = { status: { in: ['failed' as const, 'unknown' as const] }, dismissedAt: null }

/** Waiting outbox messages and Stripe events, and open alerts. */
export async function findBacklog({ db }: Db) {
  const unsent = { status: { in: ['queued' as const, 'sending' as const] } }
  const [waiting, oldest, failed, lastSent, lastWebhook, unprocessed, alerts] = await Promise.all([
    db.outboxMessage.count({ where: unsent }),
    db.outboxMessage.findFirst({
      where: unsent,
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true },
    }),
    countFailedMails({ db }),
    findLastSent({ db }),
    findLastWebhook({ db }),
    db.stripeEvent.aggregate({
      where: { processedAt: null },
      _count: { id: true },
      _min: { receivedAt: true },
    }),
    db.alert.findMany({
      where: { closedAt: null },
      orderBy: { openedAt: 'asc' },
      take: MOST_ALERTS,
      select: {
        key: true,
        since: true,
        notices: {
          where: { news: 'stopped' },
          orderBy: { id: 'asc' },
          take: MOST_NOTICES,
          select: { deliveredAt: true, lastError: true, admin: { select: { email: true } } },
        },
      },
    }),
  ])
  return {
    alerts: alerts.flatMap(({ key, since, notices }) =>
      isWatched(key) ? [{ part: key, since, notices: notices.map(presentNotice) }] : [],
    ),
    outbox: {
      waiting,
      oldestAt: oldest?.createdAt ?? null,
      lastSentAt: lastSent?.sentAt ?? null,
      failed,
    },
    webhooks: {
      lastToldAt: lastWebhook?.deliveredAt ?? null,
      unprocessed: unprocessed._count.id,
      oldestUnprocessedAt: unprocessed._min.receivedAt,
    },
  }
}

type Notice = Pick<AlertNotice, 'deliveredAt' | 'lastError'> & { admin: { email: string } | null }

function presentNotice({ admin, deliveredAt, lastError }: Notice) {
  return { to: admin?.email ?? null, deliveredAt, error: lastError === null ? null : reasonOf(lastError) }
}

/** Database errors quote rows in their first lines; the last line says what is wrong. */
export function reasonOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim())
  return maskLine(lines.at(-1)?.trim() ?? '')
}

function isWatched(key: string): key is WatchedPart {
  return WATCHED_PARTS.some((part) => part === key)
}

/** How many mails only an admin sends again. */
export function countFailedMails({ db }: Db): Promise<number> {
  return db.outboxMessage.count({ where: GIVEN_UP })
}

/** Mails that failed or may not have arrived, newest first. */
export async function listFailedMails({ db }: Db) {
  const rows = await db.outboxMessage.findMany({
    where: GIVEN_UP,
    orderBy: { createdAt: 'desc' },
    take: MAILS_SHOWN + 1,
    select: columns('id', 'status', 'template', 'toAddress', 'lastError', 'attempts', 'createdAt'),
  })
  return { rows: rows.slice(0, MAILS_SHOWN), hasMore: rows.length > MAILS_SHOWN }
}

/** The counts for the go-live list. */
async function countForGoLive({ db }: Db) {
  const [videosInAll, videosMissing, adminsInAll, adminsWithoutApp] = await Promise.all([
    db.video.count(),
    db.video.count({ where: { files: { none: { kind: 'film' } } } }),
    db.admin.count({ where: { disabledAt: null } }),
    db.admin.count({ where: { disabledAt: null, totpAddedAt: null } }),
  ])
  return { videosInAll, videosMissing, adminsInAll, adminsWithoutApp }
}

/** The go-live list of this shop. */
export async function findGoLive({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<GoLiveItem[]> {
  const { parts, isSet, publicUrl, seller, stamp, trustProxy, mail, applePayDomainFile } = config
  return goLiveItems({
    ...parts,
    isSet,
    requiresMailTls: mail.requireTls,
    hasStripeTestKey: stamp !== 'live',
    vatNumber: seller.vatNumber,
    publicUrl,
    proxyTrust: proxyTrustOf(trustProxy),
    hasApplePayFile: await access(applePayDomainFile).then(
      () => true,
      () => false,
    ),
    ...(await countForGoLive({ db })),
  })
}
