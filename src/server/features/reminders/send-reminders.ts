import type { Deps, Tx } from '#server/deps.ts'
import { createUnsubscribeLink } from '#server/features/campaigns/unsubscribe.ts'
import { loadCatalog } from '#server/features/catalog/queries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { closingReminderDays, dueReminder } from '#shared/calendar/reminders.ts'
import { renewableFrom } from '#shared/catalog/term-end.ts'
import { subtractPence, sumPence } from '#shared/money/money.ts'
import {
  type ClosingVideo,
  findClosingVideos,
  findLeftCarts,
  findWaitingVideos,
  type LeftCart,
  type WaitingVideo,
} from './queries.ts'

export type ReminderDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Sends the reminders that are due: videos about to expire, videos never started, a cart left behind. One mail a
 * student and kind. The claim and its mail are one transaction, so that no reminder is lost or sent twice
 * (requirements §11).
 */
export async function sendReminders(deps: ReminderDeps): Promise<void> {
  await remindOfClosing(deps)
  const mails: (string | null)[] = []
  for (const videos of byStudent(await findWaitingVideos(deps)))
    mails.push(await remindOfWaiting(deps, videos))
  for (const cart of await findLeftCarts(deps)) mails.push(await remindOfCart(deps, cart))
  await enqueueOutbox(deps, mails)
}

async function remindOfClosing(deps: ReminderDeps): Promise<void> {
  const { videos: catalog, terms } = await loadCatalog(deps.db)
  const listPence = sumPence(catalog.map(({ pricePence }) => pricePence))
  const setPence = subtractPence(listPence, terms.collectionDiscountPence)
  const setOf = (videos: readonly ClosingVideo[]) =>
    videos.length === terms.collectionSize ? { setPence } : {}
  const withinDays = Math.max(...closingReminderDays)
  let afterStudentId = ''
  for (;;) {
    const page = await findClosingVideos(deps, { withinDays, afterStudentId })
    const mails: (string | null)[] = []
    for (const videos of byStudent(page)) mails.push(...(await remindStudent(deps, videos, setOf)))
    await enqueueOutbox(deps, mails)
    const last = page.at(-1)
    if (!last) return
    afterStudentId = last.studentId
  }
}

async function remindStudent(
  deps: ReminderDeps,
  videos: readonly ClosingVideo[],
  setOf: (reminded: readonly ClosingVideo[]) => { setPence?: number },
) {
  const now = deps.clock.now()
  const mails: (string | null)[] = []
  for (const days of closingReminderDays) {
    const kind = `closing-${days}`
    const due = videos.filter((video) => dueReminder(video, now) === days && !video.said.includes(kind))
    const [first] = due
    if (!first) continue
    const outboxId = await deps.db.$transaction(async (tx) => {
      const claimed = await claimReminders(tx, deps, { kind, subjectIds: due.map(endOf) })
      const reminded = due.filter((video) => claimed.has(endOf(video)))
      if (reminded.length === 0) return null
      return queueMail(tx, deps, {
        template: 'access-expiring',
        to: first.email,
        props: {
          username: first.username,
          videos: reminded.map(({ title, expiresAt, percent, isCompleted, pricePence }) => ({
            title,
            expiresAt: expiresAt.toISOString(),
            percent,
            isCompleted,
            ...(renewableFrom(expiresAt) > now && { renewableFrom: renewableFrom(expiresAt).toISOString() }),
            pricePence,
          })),
          ...setOf(reminded),
        },
      })
    })
    mails.push(outboxId)
  }
  return mails
}

async function remindOfWaiting(deps: ReminderDeps, videos: readonly WaitingVideo[]): Promise<string | null> {
  const [first] = videos
  if (!first) return null
  return deps.db.$transaction(async (tx) => {
    const claimed = await claimReminders(tx, deps, { kind: 'waiting', subjectIds: videos.map(idOf) })
    const reminded = videos.filter((video) => claimed.has(video.entitlementId))
    if (reminded.length === 0) return null
    return queueMail(tx, deps, {
      template: 'films-waiting',
      to: first.email,
      props: {
        username: first.username,
        videos: reminded.map(({ title, expiresAt }) => ({ title, expiresAt: expiresAt.toISOString() })),
      },
    })
  })
}

async function remindOfCart(deps: ReminderDeps, cart: LeftCart): Promise<string | null> {
  const { studentId, username, email, titles } = cart
  return deps.db.$transaction(async (tx) => {
    const claimed = await claimReminders(tx, deps, { kind: 'basket', subjectIds: [studentId] })
    if (claimed.size === 0) return null
    const unsubscribeUrl = await createUnsubscribeLink(tx, deps, { studentId })
    return queueMail(tx, deps, {
      template: 'basket-left',
      to: email,
      props: { username, titles, unsubscribeUrl },
    })
  })
}

/** A new expiry date is a new subject, and is reminded of again. */
const endOf = ({ entitlementId, expiresAt }: ClosingVideo) => `${entitlementId}:${expiresAt.getTime()}`
const idOf = ({ entitlementId }: { entitlementId: string }) => entitlementId

function byStudent<Row extends { studentId: string }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.studentId)
    if (group) group.push(row)
    else groups.set(row.studentId, [row])
  }
  return [...groups.values()]
}

/** Claims the subjects that have no reminder of this kind yet. Two runs at once share them. */
async function claimReminders(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { kind, subjectIds }: { kind: string; subjectIds: readonly string[] },
) {
  const createdAt = clock.now()
  const claimed = await tx.reminder.createManyAndReturn({
    data: subjectIds.map((subjectId) => ({ kind, subjectId, createdAt })),
    skipDuplicates: true,
    select: { subjectId: true },
  })
  return new Set(claimed.map(({ subjectId }) => subjectId))
}
