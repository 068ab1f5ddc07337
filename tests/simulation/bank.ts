import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Admin, answerOf } from './admin.ts'
import { accountOf } from './club-details.ts'
import type { Broken } from './laws.ts'
import type { Asking, People } from './people.ts'
import type { World } from './world.ts'

const runs = answerOf(z.array(z.object({ quarterYear: z.string() })))
const run = answerOf(
  z.object({ payouts: z.array(z.object({ amount: z.string(), problem: z.string().nullable() })) }),
)
const made = answerOf(z.object({ files: z.array(z.object({ content: z.string() })) }))
const matched = z.array(z.object({ payoutId: z.string(), amount: z.string(), day: z.string().nullable() }))
const read = answerOf(z.object({ paid: matched, returned: matched }))
const payments = z.array(
  z.object({ 'Account number': z.string(), Amount: z.string(), Reference: z.string() }),
)

export type Owed = {
  reference: string
  email: string
  totalPence: number
  isPaid: boolean
  isPaidByFile: boolean
}
/** Money out is below 0. */
type Movement = { at: Date; pence: number; reference: string; account: string }

const PAYABLE = `select 1 from "Payout" where status = 'pending' and "exportedAt" is null limit 1`
/** A reference has eighteen characters, the last ten of them of the code. */
export const OWED = `select regexp_replace(upper(p.quarter || right(f."referralCode", 10)), '[^A-Z0-9]', '', 'g') as reference, f."contactEmail" as email, p."totalPence",
    p.status = 'paid' as "isPaid", p.status = 'paid' and p."paidHow" = 'bankFile' as "isPaidByFile"
  from "Payout" p join "Referer" f on f.id = p."refererId" where p.status <> 'void'`
const FROZEN = `select id from "Payout" where status = 'void' and "exportedAt" is not null`

const FILE = 'a bank file'
const STATEMENT = 'a bank statement'

const penceOf = (pounds: string) => Math.round(Number(pounds) * 100)
const sumOf = (amounts: readonly string[]) =>
  (amounts.reduce((sum, amount) => sum + penceOf(amount), 0) / 100).toFixed(2)

const lettersOf = (reference: string) => reference.replace(/[^A-Z0-9]/g, '')

/** By reference. */
function leftOf(movements: readonly Movement[]): ReadonlyMap<string, number> {
  const left = new Map<string, number>()
  for (const { reference, pence } of movements) {
    const letters = lettersOf(reference)
    left.set(letters, (left.get(letters) ?? 0) - pence)
  }
  return left
}

/** The bank that pays the clubs: it does what files tell it, and some payments come back. */
export function createBank(world: World, { expectDone }: People, { asAdmin }: Admin) {
  const movements: Movement[] = []
  /** Whether the shop has confirmed all that its statement says. */
  let isRead = true
  /** How many movements it confirmed. */
  let readTo = 0

  /** A bank pays every line of every file that it is given. */
  function take(content: string): void {
    const rows: unknown = parse(content, { columns: true })
    for (const { Amount, Reference, 'Account number': account } of payments.parse(rows))
      movements.push({ at: world.clock.now(), pence: -penceOf(Amount), reference: Reference, account })
  }

  /** Both clicks go to different processes; the bank is given what came of either. */
  async function makeBankFiles(): Promise<void> {
    const { rowCount } = await world.db.query(PAYABLE)
    if (rowCount === 0) return
    await world.whenIdle()
    const listed = await asAdmin('admin.payoutRuns')
    expectDone(FILE, [listed])
    for (const { quarterYear } of runs.safeParse(listed?.body).data?.result.data.json ?? []) {
      const shown = await asAdmin('admin.payoutRun', { quarterYear }, 'GET')
      expectDone(FILE, [shown])
      const { payouts = [] } = run.safeParse(shown?.body).data?.result.data.json ?? {}
      const payable = payouts.filter(({ problem }) => problem === null)
      // Each club gave its bank details, and keeps them.
      if (payouts.some(({ problem }) => problem !== null && problem !== 'exported'))
        expectDone(FILE, [shown], () => false)
      if (payable.length === 0) continue
      const input = { quarterYear, totalAmount: sumOf(payable.map(({ amount }) => amount)) }
      const once = () => asAdmin('admin.exportBankFile', input)
      const clicks = await Promise.all([once(), once()])
      expectDone(FILE, clicks)
      for (const answer of clicks) {
        const files = made.safeParse(answer?.body).data?.result.data.json.files ?? []
        for (const { content } of files) take(content)
      }
    }
  }

  /** Each payment on the London day of its file. */
  const statement = () =>
    [
      'Date,Description,Amount',
      ...movements.map(({ at, pence, reference }) => {
        const day = at.toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
        return `${day},${reference},${(pence / 100).toFixed(2)}`
      }),
    ].join('\n')

  /** The payment made last comes back where it has not yet; what the statement says is confirmed twice at once. */
  async function readBankStatement({ hasReturn }: { hasReturn: boolean }): Promise<void> {
    const last = movements.at(-1)
    if (!last) return
    isRead = false
    if (hasReturn && last.pence < 0) movements.push({ ...last, at: world.clock.now(), pence: -last.pence })
    const answer = await asAdmin('admin.readStatement', { content: statement() })
    const proposed = read.safeParse(answer?.body).data?.result.data.json
    if (!proposed) return void expectDone(STATEMENT, [answer], () => false)
    const { paid, returned } = proposed
    const payouts = paid.map(({ payoutId, day }) => ({ payoutId, day }))
    const payoutIds = returned.map(({ payoutId }) => payoutId)
    const confirmed = [
      await confirm(paid, (totalAmount) => asAdmin('admin.payMatched', { payouts, totalAmount })),
      await confirm(returned, (totalAmount) => asAdmin('admin.returnPayments', { payoutIds, totalAmount })),
    ]
    isRead = confirmed.every((one) => one)
    if (isRead) readTo = movements.length
  }

  /** Twice at once; whether either was answered well. */
  async function confirm(
    proposed: z.output<typeof matched>,
    once: (totalAmount: string) => Promise<Asking | null>,
  ): Promise<boolean> {
    if (proposed.length === 0) return true
    const totalAmount = sumOf(proposed.map(({ amount }) => amount))
    const answers = await Promise.all([once(totalAmount), once(totalAmount)])
    return expectDone(STATEMENT, answers)
  }

  /** By reference: what left the bank and did not come back is nothing, or the payout it names, once. */
  async function checkBank(): Promise<Broken[]> {
    const { rows } = await world.db.query<Owed>(OWED)
    const owed = new Map(rows.map(({ reference, totalPence }) => [reference, totalPence]))
    const byFile = isRead ? rows.filter(({ isPaidByFile }) => isPaidByFile) : []
    const left = leftOf(movements)
    const leftAsRead = leftOf(isRead ? movements.slice(0, readTo) : [])
    const accounts = new Map(rows.map(({ reference, email }) => [reference, accountOf(email)]))
    const { rows: frozen } = await world.db.query<{ id: string }>(FROZEN)
    return [
      ...[...left]
        .filter(([reference, pence]) => pence !== 0 && pence !== owed.get(reference))
        .map(([reference, pence]) => ({
          law: 'the bank pays each payout once',
          detail: `${reference}: ${pence} left, ${owed.get(reference) ?? 'no payout'} is owed`,
        })),
      ...byFile
        .filter(({ reference, totalPence }) => left.get(reference) !== totalPence)
        .map(({ reference, totalPence }) => ({
          law: 'what counts as paid by a file left the bank',
          detail: `${reference}: ${totalPence} counts as paid, ${left.get(reference) ?? 0} left`,
        })),
      ...rows
        .filter(({ reference, totalPence, isPaid }) => !isPaid && leftAsRead.get(reference) === totalPence)
        .map(({ reference }) => ({
          law: 'what the statement says left the bank counts as paid',
          detail: reference,
        })),
      ...movements
        .filter(({ reference, account }) => account !== accounts.get(lettersOf(reference)))
        .map(({ reference, account }) => ({
          law: 'a payout goes to the account of its club',
          detail: `${reference}: ${account}`,
        })),
      ...frozen.map(({ id }) => ({ law: 'a payout in a bank file stays as it is', detail: id })),
    ]
  }

  return { makeBankFiles, readBankStatement, checkBank }
}
