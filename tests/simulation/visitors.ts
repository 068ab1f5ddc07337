import { bearer, type People, refusalOf } from './people.ts'
import { PASSWORD, type Students } from './students.ts'
import type { World } from './world.ts'

const UNSETTLED = `select 1 from "Order" o left join "Payment" p on p."orderId" = o.id where o."studentId" = $1 and (o.status = 'open'
  or exists (select 1 from "Refund" r where r."paymentId" = p.id
    and (r.status in ('requested', 'waiting', 'held', 'pending') or (r.status = 'failed' and r.resolution is null)))
  or exists (select 1 from "Dispute" d where d."paymentId" = p.id and d.status in ('inquiry', 'open')))`

export const CLUB_PASSWORD = 'left-base-gear-down-27'

/** Who looks without an account, readers who want no more mail, and students who leave. */
export function createVisitors(
  world: World,
  { ask, post, patiently, expectDone }: People,
  { students, sales, signIn }: Students,
  code: () => string | null,
) {
  /** Addresses, and since when they want no campaign. */
  const unsubscribed = new Map<string, Date>()
  /** Addresses whose owners were erased, and since when. */
  const erased = new Map<string, Date>()

  /** Reads public pages, as a search engine does. */
  async function lookAround(): Promise<void> {
    for (const path of ['/', '/api/videos', '/videos/1', `/?ref=${code() ?? ''}`, '/help']) await ask(path)
  }

  /** By the link in the newest campaign, as a mail program does it (RFC 8058). */
  async function unsubscribe({ buyer }: { buyer: number }): Promise<void> {
    const student = students.get(buyer)
    if (!student) return
    const { email, mailsBefore } = student
    // Links that came before an erasure open nothing.
    const mails = world.mail.received.slice(mailsBefore)
    const mail = mails.findLast((one) => one.to === email && one.unsubscribeUrl !== null)
    if (!mail?.unsubscribeUrl) return
    const { pathname } = new URL(mail.unsubscribeUrl)
    const answer = await ask(pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    if (expectDone('an unsubscription', [answer]) && !unsubscribed.has(email))
      unsubscribed.set(email, world.clock.now())
  }

  /** A student leaves. An open refund, payment or dispute delays it, and the answer says so. */
  async function erase({ buyer }: { buyer: number }): Promise<void> {
    const student = students.get(buyer)
    if (!student || !(await signIn(student))) return
    const input = { json: { password: PASSWORD, confirmation: 'ERASE' } }
    // The erasure itself may find out that an order was paid.
    const mayWait = await isUnsettled(student.userId)
    const answer = await post('/trpc/auth.eraseAccount', input, bearer(student))
    const isAsked = refusalOf(answer).startsWith('ERASURE_WAITS_FOR_')
    const waits = isAsked && (mayWait || (await isUnsettled(student.userId)))
    expectDone('an erasure', [answer], ({ status }) => status === 200 || waits)
    if (answer.status !== 200 && !(await isUnknown(student.email))) return
    erased.set(student.email, world.clock.now())
    students.delete(buyer)
    for (const [number, sale] of sales) if (sale.buyer === student) sales.delete(number)
  }

  /** Money may still move between the student and the shop. */
  async function isUnsettled(studentId: string): Promise<boolean> {
    const { rowCount } = await world.db.query(UNSETTLED, [studentId])
    return rowCount !== 0
  }

  /** What was done may have been answered with an outage. */
  async function isUnknown(email: string): Promise<boolean> {
    const { status } = await patiently(() => post('/api/auth/login', { email, password: PASSWORD }))
    return status === 401
  }

  return { lookAround, unsubscribe, erase, unsubscribed, erased }
}
