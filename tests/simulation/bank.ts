import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Admin, answerOf } from './admin.ts'
import type { Broken } from './laws.ts'
import type { World } from './world.ts'

const runs = answerOf(z.array(z.object({ quarterYear: z.string() })))
const run = answerOf(
  z.object({ payouts: z.array(z.object({ amount: z.string(), problem: z.string().nullable() })) }),
)
const made = answerOf(z.object({ files: z.array(z.object({ content: z.string() })) }))
const matched = z.array(z.object({ payoutId: z.string(), amount: z.string(), day: z.string().nullable() }))
const read = answerOf(z.object({ paid: matched, returned: matched }))
const payments = z.array(z.object({ Amount: z.string(), Reference: z.string() }))

/** Money out is below 0. */
type Movement = { at: Date; pence: number; reference: string }

const PAYABLE = `select 1 from "Payout" where status = 'pending' and "exportedAt" is null limit 1`
/** A reference has eighteen characters, the last ten of them of the code. */
const OWED = `select regexp_replace(upper(p.quarter || right(f."referralCode", 10)), '[^A-Z0-9]', '', 'g') as reference, p."totalPence"
  from "Payout" p join "Referer" f on f.id = p."refererId" where p.status <> 'void'`
const FROZEN = `select id from "Payout" where status = 'void' and "exportedAt" is not null`

const penceOf = (pounds: string) => Math.round(Number(pounds) * 100)
const sumOf = (amounts: readonly string[]) =>
  (amounts.reduce((sum, amount) => sum + penceOf(amount), 0) / 100).toFixed(2)

/** The bank that pays the clubs: it does what files tell it, and some payments come back. */
export function createBank(world: World, { asAdmin }: Admin) {
  const movements: Movement[] = []

  /** A bank pays every line of every file that it is given. */
  function take(content: string): void {
    const rows: unknown = parse(content, { columns: true })
    for (const { Amount, Reference } of payments.parse(rows))
      movements.push({ at: world.clock.now(), pence: -penceOf(Amount), reference: Reference })
  }

  /** Both clicks go to different processes; the bank is given what came of either. */
  async function makeBankFiles(): Promise<void> {
    const { rowCount } = await world.db.query(PAYABLE)
    if (rowCount === 0) return
    const listed = runs.safeParse((await asAdmin('admin.payoutRuns'))?.body).data?.result.data.json ?? []
    for (const { quarterYear } of listed) {
      const shown = run.safeParse((await asAdmin('admin.payoutRun', { quarterYear }, 'GET'))?.body)
      const payable = (shown.data?.result.data.json.payouts ?? []).filter(({ problem }) => problem === null)
      if (payable.length === 0) continue
      const input = { quarterYear, totalAmount: sumOf(payable.map(({ amount }) => amount)) }
      const once = () => asAdmin('admin.exportBankFile', input)
      for (const answer of await Promise.all([once(), once()])) {
        const files = made.safeParse(answer?.body).data?.result.data.json.files ?? []
        for (const { content } of files) take(content)
      }
    }
  }

  /** Noon of each London day, as a bank that pays on the day of its file. */
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
    if (hasReturn && last.pence < 0) movements.push({ ...last, at: world.clock.now(), pence: -last.pence })
    const answer = await asAdmin('admin.readStatement', { content: statement() })
    const proposed = read.safeParse(answer?.body).data?.result.data.json
    if (!proposed) return
    const { paid, returned } = proposed
    if (paid.length > 0) {
      const payouts = paid.map(({ payoutId, day }) => ({ payoutId, day }))
      const totalAmount = sumOf(paid.map(({ amount }) => amount))
      const once = () => asAdmin('admin.payMatched', { payouts, totalAmount })
      await Promise.all([once(), once()])
    }
    if (returned.length > 0) {
      const payoutIds = returned.map(({ payoutId }) => payoutId)
      const totalAmount = sumOf(returned.map(({ amount }) => amount))
      const once = () => asAdmin('admin.returnPayments', { payoutIds, totalAmount })
      await Promise.all([once(), once()])
    }
  }

  /** By reference: what left the bank and stayed away is nothing, or the payout it names, once. */
  async function checkBank(): Promise<Broken[]> {
    const { rows } = await world.db.query<{ reference: string; totalPence: number }>(OWED)
    const owed = new Map(rows.map(({ reference, totalPence }) => [reference, totalPence]))
    const left = new Map<string, number>()
    for (const { reference, pence } of movements) {
      const letters = reference.replace(/[^A-Z0-9]/g, '')
      left.set(letters, (left.get(letters) ?? 0) - pence)
    }
    const { rows: frozen } = await world.db.query<{ id: string }>(FROZEN)
    return [
      ...[...left]
        .filter(([reference, pence]) => pence !== 0 && pence !== owed.get(reference))
        .map(([reference, pence]) => ({
          law: 'the bank pays each payout once',
          detail: `${reference}: ${pence} left, ${owed.get(reference) ?? 'no payout'} is owed`,
        })),
      ...frozen.map(({ id }) => ({ law: 'a payout in a bank file stays as it is', detail: id })),
    ]
  }

  return { makeBankFiles, readBankStatement, checkBank }
}
