import { checkAccess } from './access-law.ts'
import type { Actors } from './actors.ts'
import { AT_WORK, BOOKS, FUTURE, ON_ITS_WAY, SETTLED_BOOKS } from './books.ts'
import { checkGone, checkMemory } from './gone.ts'
import { checkDoubles, checkMails } from './mail-laws.ts'
import { checkIncidents, checkPrices } from './screens-law.ts'
import { checkVat } from './vat-law.ts'
import type { World } from './world.ts'

const LOOKS = 10

/** A law that does not hold, and what shows it. */
export type Broken = { law: string; detail: string }

/** What every simulated day has to leave behind; `isHindered` where a fault, an attack or a kill was a part of it. */
export async function checkDay(world: World, actors: Actors, isHindered: boolean): Promise<Broken[]> {
  const broken = await checkBooks(world, BOOKS)
  const ahead = await findAhead(world)
  if (ahead.length > 0) broken.push({ law: 'nothing is written in the future', detail: ahead.join(', ') })
  const lost = world.processes.lost().map((name) => ({ law: 'no process ends by itself', detail: name }))
  const breaches = actors.breaches.splice(0).map((detail) => ({ law: 'an attack is refused', detail }))
  return [
    ...broken,
    ...lost,
    ...breaches,
    ...actors.seen.splice(0),
    ...checkAnswers(actors),
    ...checkWebhooks(world, isHindered),
    ...checkLog(world),
    ...checkDone(actors, isHindered),
    ...(await checkDoubles(world)),
    ...(await checkProgress(world, actors)),
  ]
}

async function checkBooks(world: World, books: Readonly<Record<string, string>>): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [law, statement] of Object.entries(books)) {
    const ids = await findIds(world, statement)
    if (ids.length > 0) broken.push({ law, detail: ids.join(', ') })
  }
  return broken
}

/** `:now` in a statement is the time of the simulation. */
export async function findIds(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  statement: string,
): Promise<string[]> {
  const now = `'${clock.now().toISOString()}'::timestamptz`
  const { rows } = await db.query<{ id: string }>(statement.replaceAll(':now', now))
  return rows.map(({ id }) => id)
}

/** What a job writes after the time of a question was taken and before it is answered is not ahead of the next one. */
async function findAhead(world: World): Promise<string[]> {
  const found = await findIds(world, FUTURE)
  const still = found.length > 0 ? await findIds(world, FUTURE) : []
  return found.filter((id) => still.includes(id))
}

function checkAnswers(actors: Actors): Broken[] {
  const answers = actors.answers.splice(0)
  const none = answers.filter(({ status }) => status === 0)
  const broken = answers
    .filter(({ status, hasRetryAfter }) => status >= 500 && !(status === 503 && hasRetryAfter))
    .map(({ status, path }) => ({
      law: 'no answer of 500 or above but 503 with Retry-After',
      detail: `${status} ${path}`,
    }))
  return [...broken, ...none.map(({ path }) => ({ law: 'an answer within a minute', detail: path }))]
}

/** On a day without faults people come back as often as they are told to (`patiently`). */
function checkDone(actors: Actors, isHindered: boolean): Broken[] {
  const refused = actors.refused.splice(0)
  if (isHindered) return []
  return refused.map(({ what, detail }) => ({ law: `what nothing hinders is done: ${what}`, detail }))
}

function checkLog({ processes }: World): Broken[] {
  return processes.wrongLines.splice(0).map((detail) => ({
    law: 'the log tells of no mistake in the program, and no address',
    detail,
  }))
}

/** A process that is killed or stopped gives no answer; one that ends for a deploy refuses the connection. */
function checkWebhooks({ refusedWebhooks }: World, isHindered: boolean): Broken[] {
  const mayBe = (answer: string) =>
    answer === '503' || (!/^\d+$/.test(answer) && (isHindered || answer !== 'TimeoutError'))
  return refusedWebhooks
    .splice(0)
    .filter((answer) => !mayBe(answer))
    .map((detail) => ({ law: "Stripe's webhooks are taken, or asked to come back", detail }))
}

async function checkProgress({ db }: World, { students }: Actors): Promise<Broken[]> {
  const watched = [...students.values()].filter((student) => student.watched.size > 0)
  if (watched.length === 0) return []
  const { rows } = await db.query<{ key: string; percent: number }>(
    `select "studentId" || ':' || "videoId" as key, percent from "Progress" where "studentId" = any ($1)`,
    [watched.map(({ userId }) => userId)],
  )
  const kept = new Map(rows.map(({ key, percent }) => [key, percent]))
  return watched.flatMap(({ userId, email, watched: videos }) =>
    [...videos].flatMap(([videoId, percents]) => {
      const percent = kept.get(`${userId}:${videoId}`) ?? null
      if (percents.includes(percent)) return []
      const detail = `${email}, video ${videoId}: ${percents.join(' or ')} was saved, ${percent ?? 'nothing'} is kept`
      return [{ law: 'no watch progress acknowledged and lost', detail }]
    }),
  )
}

/** Of jobs in Redis, PostgreSQL knows nothing. */
function onItsWay({ jobStore }: World): Readonly<Record<string, string>> {
  return jobStore ? ON_ITS_WAY : { ...ON_ITS_WAY, 'jobs at work': AT_WORK }
}

/** How many things are still on their way. */
export async function countUnderWay(world: World): Promise<number> {
  const ids = await Promise.all(Object.values(onItsWay(world)).map((statement) => findIds(world, statement)))
  return ids.flat().length
}

/** What stays on its way though no job is at work: on a busy machine one may begin late. */
async function findStuck(world: World, statement: string): Promise<string[]> {
  let stuck = await findIds(world, statement)
  for (let look = 0; look < LOOKS && stuck.length > 0; look++) {
    await world.whenIdle()
    stuck = await findIds(world, statement)
  }
  return stuck
}

/** After a quiet time nothing is left on its way, and Stripe's books are the shop's. */
export async function checkSettled(world: World, actors: Actors, asksForAll: boolean): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [what, statement] of Object.entries(onItsWay(world))) {
    const ids = await findStuck(world, statement)
    if (ids.length > 0) broken.push({ law: `nothing is stuck: ${what}`, detail: ids.join(', ') })
  }
  const missing = (await world.jobStore?.missingSchedules()) ?? 0
  if (missing > 0) broken.push({ law: 'the schedules are there', detail: `${missing} are not` })
  return [
    ...broken,
    ...(await checkBooks(world, SETTLED_BOOKS)),
    ...(await checkStripe(world, actors)),
    ...(await checkIntents(world)),
    ...(await actors.checkShares()),
    ...(await actors.checkBank()),
    ...(await actors.patiently(() => checkVat(world, actors))),
    ...(await actors.patiently(() => checkAccess(world, actors, asksForAll))),
    ...(await checkIncidents(world, actors)),
    ...(await actors.patiently(() => checkPrices(world, actors))),
    ...(await checkMails(world, actors)),
    ...(await checkGone(world, actors)),
    ...(await checkMemory(world)),
  ]
}

async function checkStripe({ stripe, db }: World, { sales }: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  const totals = new Map([...sales.values()].map(({ intentId, total }) => [intentId, total]))
  const { rows: payments } = await db.query<{
    intentId: string
    paid: number
    refunded: number
    fee: number
  }>(
    `select "intentId", case when status = 'paid' then "amountPence" else 0 end as paid, "refundedPence" as refunded, "feePence" as fee
     from "Payment"`,
  )
  const booked = new Map(payments.map((payment) => [payment.intentId, payment]))
  for await (const charge of stripe.charges.list({ limit: 100, expand: ['data.balance_transaction'] })) {
    if (!charge.paid) continue
    const intentId = typeof charge.payment_intent === 'string' ? charge.payment_intent : ''
    const total = totals.get(intentId)
    const taken = (charge.amount / 100).toFixed(2)
    if (total !== undefined && total !== taken)
      broken.push({
        law: 'a buyer pays what was asked',
        detail: `${intentId}: £${total}, and £${taken} was taken`,
      })
    const held = booked.get(intentId)
    const { balance_transaction: kept } = charge
    const fee = kept !== null && typeof kept !== 'string' ? kept.fee : null
    if (held && fee !== null && held.fee !== fee)
      broken.push({
        law: 'a card fee is what Stripe kept',
        detail: `${intentId}: ${fee}, and ${held.fee} is booked`,
      })
    if (held?.paid === charge.amount && held.refunded === charge.amount_refunded) continue
    const shop = held ? `${held.paid} paid and ${held.refunded} refunded` : 'nothing'
    const detail = `${intentId}: Stripe has ${charge.amount} and ${charge.amount_refunded} back, the shop ${shop}`
    broken.push({ law: "Stripe's books are the shop's", detail })
  }
  return broken
}

/** However often its answer was lost or late. */
async function checkIntents({ stripe }: World): Promise<Broken[]> {
  const ofOrder = new Map<string, string[]>()
  for await (const { id, status, metadata } of stripe.paymentIntents.list({ limit: 100 })) {
    const { orderId } = metadata
    if (status !== 'canceled' && orderId) ofOrder.set(orderId, [...(ofOrder.get(orderId) ?? []), id])
  }
  return [...ofOrder.values()]
    .filter(({ length }) => length > 1)
    .map((ids) => ({ law: 'an order is one payment at Stripe', detail: ids.join(', ') }))
}

/** What Stripe took is a paid order's. */
export async function checkBooked({ stripe, db }: World): Promise<Broken[]> {
  const { rows } = await db.query<{ intentId: string }>(
    `select "intentId" from "Payment" where status = 'paid'`,
  )
  const booked = new Set(rows.map(({ intentId }) => intentId))
  const broken: Broken[] = []
  for await (const { paid, payment_intent: intentId } of stripe.charges.list({ limit: 100 })) {
    if (!paid || typeof intentId !== 'string' || booked.has(intentId)) continue
    broken.push({ law: 'what Stripe took is booked within half an hour', detail: intentId })
  }
  return broken
}
