import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { holdReferers } from '#server/features/referers/hold-referers.ts'
import { openBankDetails } from '#server/features/referers/seal-bank-details.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type BankPayment, bankFile, bankText, isBankAccount } from '#shared/bank-file.ts'
import { type Pence, pence, sumPence } from '#shared/money.ts'
import type { PayoutProblem } from '#shared/schemas/payout-run.ts'
import { listRunPayouts, type RunRow } from './queries-payout-run.ts'
import { isVatOutdated, remakeForVat } from './remake-payout.ts'

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'seal'>

export type RefusedPayout = { id: string; clubName: string; totalPence: number; problem: PayoutProblem }

export type BankFile = {
  quarter: string
  content: string
  payouts: number
  totalPence: Pence
  /** Those that are not in the file, each with the reason. */
  refused: RefusedPayout[]
}

/** Every payout of a run may have to be made again; each is a few statements. */
const TIMEOUT_MS = 60_000

/**
 * Makes the file that tells the bank to pay a quarter's pending payouts, as many as one run takes, and freezes them:
 * from then on a refund carries into the next quarter, and no second file names them (requirements §6). This is the
 * one place where bank details are opened. A referer whose registration for VAT changed since gets their payout made
 * again first. Nobody is paid by it.
 */
export async function exportBankFile(
  deps: ExportDeps,
  { quarterYear, adminId }: { quarterYear: string; adminId: string },
): Promise<BankFile> {
  return deps.db.$transaction(
    async (tx) => {
      await remakeChanged(tx, deps, quarterYear)
      const rows = await listRunPayouts(tx, quarterYear)
      const paid: { id: string; payment: BankPayment }[] = []
      const refused: RefusedPayout[] = []
      for (const row of rows) {
        const payment = row.problem ?? paymentOf(deps, row)
        if (typeof payment !== 'string') paid.push({ id: row.id, payment })
        else refused.push({ ...refusalOf(row), problem: payment })
      }
      const content = paid.length === 0 ? '' : bankFile(paid.map(({ payment }) => payment))
      const totalPence = sumPence(paid.map(({ payment }) => payment.amountPence))
      if (paid.length > 0) {
        await freeze(tx, { ids: paid.map(({ id }) => id), exportedAt: deps.clock.now() })
        await recordAudit(tx, deps, {
          actor: { kind: 'admin', id: adminId },
          action: 'payouts.exported',
          subject: { kind: 'quarter', id: quarterYear },
          details: {
            payouts: paid.length,
            totalPence,
            sha256: createHash('sha256').update(content).digest('hex'),
          },
        })
      }
      return { quarter: quarterYear, content, payouts: paid.length, totalPence, refused }
    },
    { timeout: TIMEOUT_MS },
  )
}

/** Holds every referer of the run, then makes those payouts again whose VAT is no longer right. */
async function remakeChanged(tx: Prisma.TransactionClient, deps: ExportDeps, quarter: string): Promise<void> {
  const before = await listRunPayouts(tx, quarter)
  const held = await holdReferers(
    tx,
    before.map(({ refererId }) => refererId),
  )
  for (const { id, refererId, vatPence, exportedAt, document } of before) {
    const isRegistered = held.get(refererId)?.isVatRegistered
    if (!isVatOutdated({ vatPence, exportedAt, paper: document }, isRegistered)) continue
    await remakeForVat(tx, { payout: { id, refererId, quarter }, now: deps.clock.now() })
  }
}

function paymentOf(
  deps: ExportDeps,
  { refererId, referer, quarter, totalPence }: RunRow,
): BankPayment | PayoutProblem {
  if (!referer.bankDetailsSealed) return 'noBankDetails'
  const bank = openBankDetails(deps, { kind: 'Referer', id: refererId }, referer.bankDetailsSealed)
  const { accountName } = bank
  if (!isBankAccount(bank) || !accountName || bankText(accountName) === '') return 'noBankDetails'
  return {
    sortCode: bank.sortCode,
    accountNumber: bank.accountNumber,
    accountName,
    amountPence: pence(totalPence),
    reference: `${quarter} ${referer.referralCode}`,
  }
}

function refusalOf({ id, totalPence, referer }: RunRow) {
  return { id, totalPence, clubName: referer.name }
}

async function freeze(
  tx: Prisma.TransactionClient,
  { ids, exportedAt }: { ids: string[]; exportedAt: Date },
): Promise<void> {
  const { count } = await tx.payout.updateMany({
    where: { id: { in: ids }, status: 'pending', exportedAt: null },
    data: { exportedAt },
  })
  if (count !== ids.length) throw new ShopError('CONFLICT')
}
