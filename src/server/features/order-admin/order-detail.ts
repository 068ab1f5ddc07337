import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { OrderDetailOutput, StudentDetailOutput } from '#shared/schemas/admin-orders.ts'
import {
  presentAccess,
  presentAudit,
  presentMail,
  presentOrderDetail,
  presentPerson,
  presentWatched,
} from './order-detail-present.ts'
import {
  findAddressesOf,
  findOrderDetail,
  findStudentDetail,
  listAudit,
  listEntitlements,
  listEvents,
  listMails,
  listWatched,
} from './order-detail-queries.ts'
import { presentOrderRow } from './order-list.ts'
import { listOrdersOf } from './order-list-queries.ts'

type DetailDeps = Pick<Deps, 'db' | 'pool' | 'clock'>

/**
 * An order with its payment, refunds, watch progress, mails, events and audit entries.
 *
 * @throws ShopError ORDER_NOT_FOUND
 */
export async function getOrderDetail(deps: DetailDeps, orderId: string): Promise<OrderDetailOutput> {
  const order = await findOrderDetail(deps, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const { student, lines, payment } = order
  const [addresses, watched, audit, events] = await Promise.all([
    findAddressesOf(deps.db, student),
    listWatched(deps, { studentId: student.id, videoIds: lines.map(({ videoId }) => videoId) }),
    listAudit(deps, { studentId: student.id, orderId }),
    payment ? listEvents(deps, payment.intentId) : [],
  ])
  return presentOrderDetail({
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
 * A student with all orders, entitlements, watch progress, mails and audit entries.
 *
 * @throws ShopError NOT_FOUND
 */
export async function getStudentDetail(deps: DetailDeps, studentId: string): Promise<StudentDetailOutput> {
  const student = await findStudentDetail(deps, studentId)
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
    orders: orders.map(presentOrderRow),
    access: access.map((entitlement) => presentAccess(entitlement, now)),
    watched: watched.map(presentWatched),
    mails: mails.map(presentMail),
    audit: audit.map(presentAudit),
  }
}
