import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { refererBankColumns } from '#server/features/referers/bank-details.ts'
import { newToken } from '#server/infra/ids.ts'
import {
  compareQuarters,
  labelOf,
  nextQuarter,
  previousQuarter,
  quarterOf,
  rangeOf,
} from '#shared/calendar/quarter.ts'
import { rateToBasisPoints } from '#shared/money/rates.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { largeCarts } from './large-carts.ts'
import { CLOSE_QUARTER, LARGE_STATEMENTS, NUMBER_PAYOUTS } from './large-statements.ts'

type LargeDeps = Pick<Deps, 'pool' | 'clock' | 'config' | 'passwords' | 'seal'>

export type LargeSize = { sales: number; referers: number; quarters: number }

const PAID_AFTER_DAYS = 8
const DAY_MS = 24 * 60 * 60_000

/**
 * Fills a demo with sales over the last quarters, the running one included, and consistent books: invoices and credit
 * notes without gaps, access, ledger, and payouts of every closed quarter, the last of which wait to be paid. For
 * looking at the back office with much data; the people in it cannot sign in. Done twice it changes nothing the
 * second time and answers false.
 */
export async function seedLarge(deps: LargeDeps, size: LargeSize): Promise<boolean> {
  const client = await deps.pool.connect()
  try {
    const { rowCount } = await client.query(`select 1 from "Referer" where "referralCode" = 'PRACTICE0001'`)
    if (rowCount !== 0) return false
    await client.query('begin')
    // All keys are right by construction, and checking each of a million rows costs minutes.
    await client.query('set local session_replication_role = replica')
    await fill(client, deps, size)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function fill(client: pg.PoolClient, deps: LargeDeps, size: LargeSize): Promise<void> {
  const { config, clock, passwords } = deps
  const now = clock.now()
  let first = quarterOf(now)
  for (let back = 1; back < size.quarters; back++) first = previousQuarter(first)
  const { rows } = await client.query<{ key: string; lastNumber: number }>(
    'select "key", "lastNumber" from "DocumentSeries"',
  )
  const last = (key: string) => rows.find((row) => row.key === key)?.lastNumber ?? 0
  const { name, address, vatNumber, companyNumber } = config.seller
  const vatRate = vatRateAt(config.vatRates, now)
  const details = JSON.stringify({
    ...size,
    from: rangeOf(first).start.toISOString(),
    now: now.toISOString(),
    // Of a password that no one is told.
    passwordHash: await passwords.hash(newToken()),
    carts: largeCarts(vatRate),
    vatRate,
    vatBps: rateToBasisPoints(vatRate),
    seller: { name, address, vatNumber, companyNumber },
    lastInvoice: last('invoice'),
    lastCreditNote: last('creditNote'),
    lastPayout: last('payout'),
  })
  for (const statement of LARGE_STATEMENTS) {
    await client.query(statement, statement.includes('$1') ? [details] : [])
  }
  const running = quarterOf(now)
  for (let quarter = first; compareQuarters(quarter, running) < 0; quarter = nextQuarter(quarter)) {
    await closeQuarter(client, quarter, running)
  }
  await client.query('analyze "Payout", "PayoutEntry"')
  await client.query(NUMBER_PAYOUTS, [details])
  await client.query(`update "DocumentSeries" s set "lastNumber" = coalesce(
    (select max(d."number") from "Document" d where d."seriesKey" = s."key"), s."lastNumber")`)
  await giveBankDetails(client, deps)
  await client.query('analyze')
}

type Quarter = ReturnType<typeof quarterOf>

async function closeQuarter(client: pg.PoolClient, quarter: Quarter, running: Quarter): Promise<void> {
  const isLast = labelOf(nextQuarter(quarter)) === labelOf(running)
  const closedAt = rangeOf(quarter).end
  const paidAt = isLast ? null : new Date(closedAt.getTime() + PAID_AFTER_DAYS * DAY_MS).toISOString()
  const [due, pay] = CLOSE_QUARTER
  const label = labelOf(quarter)
  await client.query('analyze "PayoutEntry"')
  await client.query(due.replaceAll('$1', `'${label}'`))
  await client.query(pay, [label, closedAt.toISOString(), isLast ? 'pending' : 'paid', paidAt])
  await client.query('drop table "largeDue"')
}

/** Nineteen in twenty have bank details, each sealed for its own row; the others are what a bank file leaves out. */
async function giveBankDetails(client: pg.PoolClient, deps: LargeDeps): Promise<void> {
  const { rows } = await client.query<{ id: string; i: number }>('select "id", i from "largeReferer"')
  const details = rows
    .filter(({ i }) => i % 20 !== 0)
    .map(({ id, i }) => {
      const accountNumber = String(10_000_000 + i)
      const bank = { bankName: null, accountName: `Practice Club ${i}`, sortCode: '000000', accountNumber }
      return { id, ...refererBankColumns(deps, id, bank) }
    })
  await client.query(
    `update "Referer" r set "bankDetailsSealed" = d.sealed, "bankSortCodeEnding" = d.sort, "bankAccountEnding" = d.account,
       "hasWholeBank" = true
     from unnest($1::text[], $2::bytea[], $3::text[], $4::text[]) d(id, sealed, sort, account) where r."id" = d.id`,
    [
      details.map(({ id }) => id),
      details.map(({ bankDetailsSealed }) => Buffer.from(bankDetailsSealed)),
      details.map(({ bankSortCodeEnding }) => bankSortCodeEnding),
      details.map(({ bankAccountEnding }) => bankAccountEnding),
    ],
  )
}
