import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { findVatOutdated, remakeForVat } from '#server/features/commissions/payouts/remake-payout.ts'
import { assertReleased } from '#server/features/mail/hold.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
import { newId } from '#server/infra/ids.ts'
import type { BankLayout } from '#shared/commission/bank-layouts.ts'
import { type Pence, sumPence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import type { PayoutProblem } from '#shared/schemas/payout-run.ts'
import { type BankPayment, bankFileName } from './bank-file.ts'
import { findEarlierFiles } from './bank-file-queries.ts'
import { LAYOUTS, partsOf } from './bank-layouts.ts'
import { bankPaymentOf, listRunPayouts } from './payout-run-queries.ts'
import { findSellerAccount, refuseMissing } from './seller-account.ts'
import { sealBankFile } from './stored-bank-files.ts'

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'seal'>

type RefusedPayout = { id: string; clubName: string; totalPence: number; problem: PayoutProblem }

type BankFile = {
  name: string
  content: string
  payouts: number
  totalPence: Pence
  /** Payouts of the file that were in an earlier one. */
  repeated: number
}

export type BankFileExport = {
  quarter: string
  /** None where no payout can be paid; several where the layout holds fewer payments than there are. */
  files: BankFile[]
  payouts: number
  totalPence: Pence
  /** Payouts left out of the files, each with the reason. */
  refused: RefusedPayout[]
}

type Export = {
  quarterYear: string
  /** The sum of the file as the admin saw it. */
  totalPence: Pence
  /** The day on which the bank is to pay; none and past days mean today. */
  payOn?: Date | null
  adminId: string
}

/** Every payout of a run may be made again, at several statements each. */
const TIMEOUT_MS = 60_000

/**
 * Makes the bank files of a quarter's pending payouts and freezes them: a later refund carries into the next quarter,
 * and no second file contains them (requirements §6). Payouts with outdated VAT are made again first. The files are
 * stored sealed; they mark nothing as paid.
 *
 * @throws ShopError SHOP_ON_HOLD; SELLER_ACCOUNT_MISSING; CONFLICT where their sum is not what the admin saw
 */
export async function exportBankFile(deps: ExportDeps, input: Export): Promise<BankFileExport> {
  await assertReleased(deps)
  const made = await deps.db.$transaction(
    async (tx) => {
      await remakeChanged(tx, deps, input)
      return makeFiles(tx, deps, input)
    },
    { timeout: TIMEOUT_MS },
  )
  // Thrown after the commit: payouts made again for VAT stay, and the next request shows their sum.
  if (made === null) throw new ShopError('CONFLICT')
  return made
}

/** Step: null where the sum differs from what the admin saw. */
async function makeFiles(tx: Tx, deps: ExportDeps, input: Export): Promise<BankFileExport | null> {
  const { quarterYear: quarter, totalPence, payOn, adminId } = input
  const named: { id: string; payment: BankPayment }[] = []
  const refused: RefusedPayout[] = []
  for (const row of await listRunPayouts(tx, quarter)) {
    const payment = bankPaymentOf(deps, row)
    if (typeof payment !== 'string') named.push({ id: row.id, payment })
    else
      refused.push({ id: row.id, clubName: row.referer.name, totalPence: row.totalPence, problem: payment })
  }
  if (sumPence(named.map(({ payment }) => payment.amountPence)) !== totalPence) return null
  const { layout, account } = await findSellerAccount({ ...deps, db: tx })
  if (named.length > 0) refuseMissing(layout, account)
  const madeAt = deps.clock.now()
  const day = dayOfPayment(payOn, madeAt)
  const files: BankFile[] = []
  for (const part of partsOf(layout, named)) {
    const payments = part.named.map(({ payment }) => payment)
    const payoutIds = part.named.map(({ id }) => id)
    const write = (sequence: number) =>
      LAYOUTS[layout].write({ payments, account, payOn: day, madeAt, quarter, sequence })
    const file = { quarter, layout, write, payoutIds, totalPence: part.totalPence, madeAt, adminId }
    files.push(await storeFile(tx, deps, file))
  }
  return { quarter, files, payouts: named.length, totalPence, refused }
}

type NewFile = {
  quarter: string
  layout: BankLayout
  write: (sequence: number) => string
  payoutIds: string[]
  totalPence: Pence
  madeAt: Date
  adminId: string
}

async function storeFile(tx: Tx, deps: ExportDeps, file: NewFile): Promise<BankFile> {
  const { quarter, layout, payoutIds, totalPence, madeAt, adminId } = file
  const id = newId(madeAt)
  const { _max } = await tx.bankFile.aggregate({ where: { quarter }, _max: { sequence: true } })
  const sequence = (_max.sequence ?? 0) + 1
  const repeated = (await findEarlierFiles(tx, payoutIds)).size
  const { extension } = LAYOUTS[layout]
  const name = bankFileName({ quarter, sequence, repeated, extension })
  const content = file.write(sequence)
  const sealed = sealBankFile(deps, id, content)
  await tx.bankFile.create({
    data: {
      id,
      quarter,
      sequence,
      name,
      layout,
      ...sealed,
      payoutCount: payoutIds.length,
      totalPence,
      repeatedCount: repeated,
      madeAt,
      madeById: adminId,
    },
    select: { id: true },
  })
  await tx.bankFilePayout.createMany({ data: payoutIds.map((payoutId) => ({ bankFileId: id, payoutId })) })
  const { count } = await tx.payout.updateMany({
    where: { id: { in: payoutIds }, status: 'pending', exportedAt: null },
    data: { exportedAt: madeAt },
  })
  if (count !== payoutIds.length) throw new ShopError('CONFLICT')
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payouts.exported',
    subject: { kind: 'quarter', id: quarter },
    details: { file: name, layout, payouts: payoutIds.length, repeated, totalPence, sha256: sealed.sha256 },
  })
  return { name, content, payouts: payoutIds.length, totalPence, repeated }
}

/** Locks every referer of the run, then makes payouts with outdated VAT again. */
async function remakeChanged(
  tx: Tx,
  deps: ExportDeps,
  { quarterYear: quarter, payOn }: Export,
): Promise<void> {
  const before = await listRunPayouts(tx, quarter)
  const refererIds = before.map(({ refererId }) => refererId)
  await lockReferers(tx, refererIds)
  const payoutIds = before.map(({ id }) => id)
  const now = deps.clock.now()
  const vatRate = vatRateAt(deps.config.payoutVatRates, dayOfPayment(payOn, now))
  const outdated = await findVatOutdated(tx, payoutIds, vatRate)
  for (const { id, refererId } of before.filter(({ id }) => outdated.has(id))) {
    await remakeForVat(tx, { payout: { id, refererId, quarter }, now, vatRate })
  }
}

/** The day that was asked for, but none that is past. */
function dayOfPayment(payOn: Date | null | undefined, now: Date): Date {
  return payOn && payOn > now ? payOn : now
}
