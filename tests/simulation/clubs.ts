import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Admin } from './admin.ts'
import { CLUBS, type Club } from './club-details.ts'
import type { Broken } from './laws.ts'
import type { Asking, People } from './people.ts'
import { CLUB_PASSWORD } from './visitors.ts'
import type { World } from './world.ts'

const signedIn = z.object({ id: z.string(), name: z.string(), referralCode: z.string(), token: z.string() })
const referrals = z.array(z.object({ purchaseId: z.string(), commissionAmount: z.string() }))

type Earned = { id: string; amount: string }

/** What a club earned of each order, as the books hold it. */
const EARNED = `select c."orderId" as id, (sum(e."amountPence") / 100.0)::numeric(12,2)::text as amount
  from "Commission" c join "LedgerEntry" e on e."commissionId" = c.id where c."refererId" = $1 group by 1 order by 1`

/** Commission by another share than stood when its order was opened, or of another sum than that share of it. */
const OTHERWISE = `select c.id from "Commission" c join "Order" o on o.id = c."orderId" join "Payment" p on p."orderId" = o.id
  where c."refererId" = $1 and (
    c."commissionBps" <> (select r.percent * 100 from unnest($2::timestamptz[], $3::int[]) as r(since, percent)
      where r.since <= o."createdAt" order by r.since desc limit 1)
    or abs((select sum(e."amountPence") from "LedgerEntry" e where e."commissionId" = c.id and e.kind <> 'reversed')
      - greatest(0, (o."totalPence" - o."vatPence" - p."feePence") * c."commissionBps" / 10000.0)) > 1)`

/** Clubs at their portal, the first of which has the code of most buyers. What they see is looked at. */
export function createClubs(world: World, { ask, post }: People, admin: Admin) {
  const clubs: Club[] = []
  const seen: Broken[] = []

  const codeOf = (club = 0) => clubs[club]?.code ?? null

  /** One of them is registered for VAT and lets the shop write its invoices. */
  async function open(seed: number): Promise<void> {
    for (const n of CLUBS.keys()) clubs.push(await admin.openClub(n, n === seed % CLUBS.length))
  }

  async function readEarned(id: string): Promise<Earned[]> {
    const { rows } = await world.db.query<Earned>(EARNED, [id])
    return rows
  }

  /** The portal shows a club all that it earned and nothing of another, also where it asks for another. */
  async function clubLooks({ club: n = 0 }: { club?: number }): Promise<void> {
    const login = await post('/api/clubs/login', { referralCode: codeOf(n), password: CLUB_PASSWORD })
    const club = signedIn.safeParse(login.body)
    if (!club.success) {
      unread('login', login)
      return
    }
    const headers = { authorization: JSON.stringify(club.data) }
    for (const { id } of clubs) {
      const isOwn = id === club.data.id
      const held = await readEarned(id)
      const answer = await ask(`/api/clubs/referrals/${id}`, { headers })
      // A sale that was booked meanwhile is in one of the two alone.
      const isSteady = isDeepStrictEqual(held, await readEarned(id))
      if (isOwn && isSteady) compare(answer, held)
      if (!isOwn && answer.status < 400) {
        const detail = `${club.data.name} reads ${id}: ${answer.status}`
        seen.push({ law: 'a club sees its own figures alone', detail })
      }
    }
  }

  /** An answer that cannot be read is compared with nothing. Outages, also half way through, and limits are no breach. */
  function unread(what: string, { status, body }: Asking): void {
    if (status === 0 || status === 429 || status >= 500 || !body) return
    const detail = `${what}: an answer of ${status} that is none`
    seen.push({ law: 'a club is shown what its ledger holds', detail })
  }

  function compare(answer: Asking, held: readonly Earned[]): void {
    const listed = referrals.safeParse(answer.body)
    if (!listed.success) {
      // The session may have ended since the login.
      if (answer.status !== 401) unread('referrals', answer)
      return
    }
    const shown = new Map(
      listed.data.map(({ purchaseId, commissionAmount }) => [purchaseId, commissionAmount]),
    )
    for (const { id, amount } of held) {
      const own = shown.get(id)
      shown.delete(id)
      if (own === amount) continue
      const detail = `order ${id}: £${own} is shown, £${amount} is held`
      seen.push({ law: 'a club is shown what its ledger holds', detail })
    }
    for (const [id, amount] of shown)
      seen.push({ law: 'a club sees its own figures alone', detail: `order ${id} of £${amount}` })
  }

  /** From now on another share. What was opened before keeps its own. */
  async function changeShare({ club: n, percent }: { club: number; percent: number }): Promise<void> {
    const club = clubs[n]
    if (club && (await admin.changeShare(club, percent)))
      club.shares.push({ since: world.clock.now(), percent })
  }

  async function checkShares(): Promise<Broken[]> {
    const broken: Broken[] = []
    for (const { id, shares } of clubs) {
      const since = shares.map((share) => share.since)
      const { rows } = await world.db.query<{ id: string }>(OTHERWISE, [
        id,
        since,
        shares.map(({ percent }) => percent),
      ])
      for (const row of rows)
        broken.push({ law: 'a club earns the share of the day its code was used', detail: row.id })
    }
    return broken
  }

  return { codeOf, open, clubLooks, changeShare, checkShares, seenByClubs: seen }
}
