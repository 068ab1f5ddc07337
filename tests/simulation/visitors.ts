import { bearer, type People } from './people.ts'
import { PASSWORD, type Students } from './students.ts'
import type { World } from './world.ts'

export const CLUB_PASSWORD = 'left-base-gear-down-27'

/** Who looks without an account, readers who want no more mail, and students who leave. */
export function createVisitors(
  world: World,
  { ask, post }: People,
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
    const email = students.get(buyer)?.email
    const mail = world.mail.received.findLast((one) => one.to === email && one.unsubscribeUrl !== null)
    if (!email || !mail?.unsubscribeUrl) return
    const { pathname } = new URL(mail.unsubscribeUrl)
    const { status } = await ask(pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    if (status === 200 && !unsubscribed.has(email)) unsubscribed.set(email, world.clock.now())
  }

  /** A student leaves. An open refund, payment or dispute delays it, and the answer says so. */
  async function erase({ buyer }: { buyer: number }): Promise<void> {
    const student = students.get(buyer)
    if (!student || !(await signIn(student))) return
    const input = { json: { password: PASSWORD, confirmation: 'ERASE' } }
    const { status } = await post('/trpc/auth.eraseAccount', input, bearer(student))
    if (status !== 200) return
    erased.set(student.email, world.clock.now())
    students.delete(buyer)
    for (const [number, sale] of sales) if (sale.buyer === student) sales.delete(number)
  }

  return { lookAround, unsubscribe, erase, unsubscribed, erased }
}
