import type { Deps } from '#server/deps.ts'
import { mailName } from '#shared/mail-names.ts'

type Db = Deps['db']

/** A person or thing that an entry refers to. */
export type Named = { kind: string; id: string }

/** The current names of people and things. */
export type Names = { of: (named: Named) => string | null }

type Find = (db: Db, ids: string[]) => Promise<readonly (readonly [id: string, name: string])[]>

/** The query for each kind that has a name. */
const FINDERS = new Map<string, Find>([
  ['admin', findAdmins],
  ['student', findStudents],
  ['referer', findReferers],
  ['application', findApplications],
  ['payout', findPayouts],
  ['campaign', findCampaigns],
  ['video', findVideos],
  ['order', findOrders],
  ['dispute', findDisputes],
  ['session', findSessions],
  ['bankFile', findBankFiles],
  ['mail', findMails],
  ['contactMessage', findContactMessages],
  ['quarter', async (_db, labels) => labels.map((label) => [label, label])],
])

/** Finds the current names; kinds without a name are left out. */
export async function findNames({ db }: Pick<Deps, 'db'>, named: readonly Named[]): Promise<Names> {
  const found = await Promise.all(
    [...FINDERS].map(async ([kind, find]) => {
      const ids = new Set(named.flatMap((one) => (one.kind === kind ? [one.id] : [])))
      return [kind, new Map(ids.size === 0 ? [] : await find(db, [...ids]))] as const
    }),
  )
  const names = new Map(found)
  return { of: ({ kind, id }) => names.get(kind)?.get(id) ?? null }
}

async function findAdmins(db: Db, ids: string[]) {
  const admins = await db.admin.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } })
  return admins.map(({ id, email }) => [id, email] as const)
}

async function findStudents(db: Db, ids: string[]) {
  const students = await db.student.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true },
  })
  return students.map(({ id, username }) => [id, username] as const)
}

async function findReferers(db: Db, ids: string[]) {
  const referers = await db.referer.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return referers.map(({ id, name }) => [id, name] as const)
}

/** The name of the organisation, or of the person without one. */
async function findApplications(db: Db, ids: string[]) {
  const applications = await db.refererApplication.findMany({
    where: { id: { in: ids } },
    select: { id: true, organizationName: true, fullName: true },
  })
  return applications.map(({ id, organizationName, fullName }) => [id, organizationName ?? fullName] as const)
}

/** The name of the referer whom it pays. */
async function findPayouts(db: Db, ids: string[]) {
  const payouts = await db.payout.findMany({
    where: { id: { in: ids } },
    select: { id: true, referer: { select: { name: true } } },
  })
  return payouts.map(({ id, referer }) => [id, referer.name] as const)
}

async function findCampaigns(db: Db, ids: string[]) {
  const campaigns = await db.campaign.findMany({
    where: { id: { in: ids } },
    select: { id: true, subject: true },
  })
  return campaigns.map(({ id, subject }) => [id, subject] as const)
}

async function findVideos(db: Db, ids: string[]) {
  const videos = await db.video.findMany({
    where: { id: { in: ids.map(Number) } },
    select: { id: true, title: true },
  })
  return videos.map(({ id, title }) => [String(id), title] as const)
}

const ORDER_NAME = {
  student: { select: { username: true } },
  documents: { where: { kind: 'invoice', cancelsId: null }, select: { label: true } },
} as const

type NamedOrder = { student: { username: string }; documents: { label: string }[] }

/** "INV-000012 of sam": its invoice's number, which an order that was not paid does not have, and its student. */
function orderName({ student, documents: [invoice] }: NamedOrder): string {
  return `${invoice?.label ?? 'Order'} of ${student.username}`
}

async function findOrders(db: Db, ids: string[]) {
  const orders = await db.order.findMany({
    where: { id: { in: ids } },
    select: { id: true, ...ORDER_NAME },
  })
  return orders.map(({ id, ...order }) => [id, orderName(order)] as const)
}

async function findDisputes(db: Db, ids: string[]) {
  const disputes = await db.dispute.findMany({
    where: { id: { in: ids } },
    select: { id: true, payment: { select: { order: { select: ORDER_NAME } } } },
  })
  return disputes.map(({ id, payment }) => [id, orderName(payment.order)] as const)
}

/** Whose session it is. */
async function findSessions(db: Db, ids: string[]) {
  const sessions = await db.session.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      admin: { select: { email: true } },
      student: { select: { username: true } },
      referer: { select: { name: true } },
    },
  })
  return sessions.flatMap(({ id, admin, student, referer }) => {
    const name = admin?.email ?? student?.username ?? referer?.name
    return name === undefined ? [] : [[id, name] as const]
  })
}

async function findBankFiles(db: Db, ids: string[]) {
  const files = await db.bankFile.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return files.map(({ id, name }) => [id, name] as const)
}

/** What it is about, and to whom it goes. */
async function findMails(db: Db, ids: string[]) {
  const mails = await db.outboxMessage.findMany({
    where: { id: { in: ids } },
    select: { id: true, template: true, toAddress: true },
  })
  return mails.map(({ id, template, toAddress }) => [id, `${mailName(template)} to ${toAddress}`] as const)
}

async function findContactMessages(db: Db, ids: string[]) {
  const messages = await db.contactMessage.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  })
  return messages.map(({ id, name }) => [id, name] as const)
}
