import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { OrderStoryOutput, StudentStoryOutput } from '#shared/schemas/admin-orders.ts'
import { presentDeskOrder } from './present-desk.ts'
import {
  presentAccess,
  presentAudit,
  presentMail,
  presentPerson,
  presentStory,
  presentWatched,
} from './present-story.ts'
import { listOrdersOf } from './queries-desk.ts'
import {
  findAddressesOf,
  findStoryOrder,
  findStoryStudent,
  listAudit,
  listEntitlements,
  listEvents,
  listMails,
  listWatched,
} from './queries-story.ts'

type StoryDeps = Pick<Deps, 'db' | 'pool' | 'clock'>

/**
 * An order from the basket to the last mail: what was bought, agreed to, paid, watched, refunded and written.
 *
 * @throws ShopError ORDER_NOT_FOUND
 */
export async function tellStory(deps: StoryDeps, orderId: string): Promise<OrderStoryOutput> {
  const order = await findStoryOrder(deps, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const { student, lines, payment } = order
  const [addresses, watched, audit, events] = await Promise.all([
    findAddressesOf(deps.db, student),
    listWatched(deps, { studentId: student.id, videoIds: lines.map(({ videoId }) => videoId) }),
    listAudit(deps, { studentId: student.id, orderId }),
    payment ? listEvents(deps, payment.intentId) : [],
  ])
  return presentStory({
    order,
    watched,
    audit,
    mails: await listMails(deps, { addresses, orderId }),
    events: events.map(({ receivedAt, processedAt, ...event }) => ({
      ...event,
      receivedAt: receivedAt.toISOString(),
      processedAt: processedAt?.toISOString() ?? null,
    })),
    now: deps.clock.now(),
  })
}

/**
 * A student with all orders, films, mails and what admins did to the account.
 *
 * @throws ShopError NOT_FOUND
 */
export async function tellStudent(deps: StoryDeps, studentId: string): Promise<StudentStoryOutput> {
  const student = await findStoryStudent(deps, studentId)
  if (!student) throw new ShopError('NOT_FOUND')
  const now = deps.clock.now()
  const addresses = await findAddressesOf(deps.db, student)
  const [orders, access, watched, mails, audit] = await Promise.all([
    listOrdersOf(deps, studentId),
    listEntitlements(deps, studentId),
    listWatched(deps, { studentId }),
    listMails(deps, { addresses, orderId: null }),
    listAudit(deps, { studentId, orderId: null }),
  ])
  return {
    student: presentPerson(student),
    orders: orders.map(presentDeskOrder),
    access: access.map((entitlement) => presentAccess(entitlement, now)),
    watched: watched.map(presentWatched),
    mails: mails.map(presentMail),
    audit: audit.map(presentAudit),
  }
}
