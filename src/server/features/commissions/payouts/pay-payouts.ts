import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { sumEntriesOf } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import {
  type DocumentPayout,
  type EntrySum,
  findPayout,
  findPayoutForDocument,
  findRefererOfPayout,
  type MarkedPayout,
} from '#server/features/commissions/queries.ts'
import { numberPayoutDocument } from '#server/features/documents/number-documents.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { refuseUnreviewedBank } from '#server/features/referers/bank-details.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import { refuseUnreviewedVat } from '#server/features/referers/vat-registration.ts'
import { payoutAmounts } from '#shared/commission/payout.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import type { PaidHow } from '#shared/schemas/payouts.ts'
import { lockPayouts, PAYOUTS_TIMEOUT_MS, sumOf } from './lock-payouts.ts'
import { payoutDetails, payoutMail } from './payout-documents.ts'
import { findVatOutdated, remakeForVat } from './remake-payout.ts'

type PayoutDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

export type MarkInput = {
  id: string
  adminId: string
  /** When the money was sent, as the admin says; null and future times mean now. */
  paidAt: Date | null
  /** How it was sent, as the admin says; null means by the bank file that contains it, else unknown. */
  paidHow?: PaidHow | null
  paidNote?: string | null
}

/**
 * Marks a payout as paid, once. Its first payment creates its document and number, a mail to the referer and an audit
 * entry (requirements §6). A paid payout stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason; BANK_CHANGE_UNREVIEWED; VAT_CHANGE_UNREVIEWED;
 * PAYOUT_NOT_IN_FILE; VAT_RATE_CHANGED; CONFLICT where the referer's VAT registration or the rate changed, and the
 * payout was made again
 */
export async function markPaid(deps: PayoutDeps, input: MarkInput): Promise<MarkedPayout> {
  await payOnce(deps, input)
  return findPayout(deps, input.id)
}

/** As `markPaid`; whether this call paid it. */
export async function payOnce(
  deps: PayoutDeps,
  { id, adminId, paidAt: day, paidHow = null, paidNote = null }: MarkInput,
): Promise<boolean> {
  const refererId = await findRefererOfPayout(deps, id)
  const { isRemade, isNew, outboxId } = await deps.db.$transaction(async (tx) => {
    await lockReferer(tx, refererId)
    const payout = await findPayoutForDocument(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    if (payout.status === 'paid') return { isRemade: false, isNew: false, outboxId: null }
    refuseUnreviewedBank(payout.referer)
    const now = deps.clock.now()
    const paidAt = notLater(day, now)
    const vatRate = vatRateAt(deps.config.payoutVatRates, paidAt)
    if ((await findVatOutdated(tx, [id], vatRate)).has(id)) {
      await remakeForVat(tx, { payout, now, vatRate })
      return { isRemade: true, isNew: false, outboxId: null }
    }
    refuseUnreviewedVat(payout)

    const payment = { paidAt, how: paidHow, note: paidNote }
    const sums = (await sumEntriesOf(tx, [id])).get(id)
    const outboxId = await payPayout(tx, deps, { payout, payment, adminId, sums })
    return { isRemade: false, isNew: true, outboxId }
  })
  if (isRemade) throw new ShopError('CONFLICT')
  await enqueueOutbox(deps, [outboxId])
  return isNew
}

export type QuarterPayment = {
  quarterYear: string
  payoutIds: readonly string[]
  totalPence: Pence
  /** When the bank sent it; null and future times mean now. */
  paidAt: Date | null
  adminId: string
}

/**
 * Marks payouts of a quarter's bank file as paid, all or none, each as `markPaid` does. Repeating it changes nothing:
 * paid payouts count towards the sum and stay as they are.
 *
 * @throws ShopError as lockPayouts; BANK_CHANGE_UNREVIEWED, VAT_CHANGE_UNREVIEWED, PAYOUT_NOT_IN_FILE, VAT_RATE_CHANGED
 */
export async function payQuarter(
  deps: PayoutDeps,
  { paidAt, adminId, ...named }: QuarterPayment,
): Promise<{ paid: number; totalPence: Pence }> {
  const result = await deps.db.$transaction(
    async (tx) => {
      const payouts = await lockPayouts(tx, named)
      const pending = payouts.filter(({ status }) => status === 'pending')
      for (const payout of pending) {
        refuseUnreviewedBank(payout.referer)
        refuseUnreviewedVat(payout)
      }
      return payAll(tx, deps, { pending, paidAt: notLater(paidAt, deps.clock.now()), adminId })
    },
    { timeout: PAYOUTS_TIMEOUT_MS },
  )
  await enqueueOutbox(deps, result.outboxIds)
  return { paid: result.outboxIds.length, totalPence: result.totalPence }
}

async function payAll(
  tx: Tx,
  deps: PayStepDeps,
  { pending, paidAt, adminId }: { pending: readonly DocumentPayout[]; paidAt: Date; adminId: string },
) {
  const payment = { paidAt, how: 'bankFile', note: null } as const
  const payoutIds = pending.map(({ id }) => id)
  const sums = await sumEntriesOf(tx, payoutIds)
  const outboxIds: (string | null)[] = []
  for (const payout of pending) {
    outboxIds.push(await payPayout(tx, deps, { payout, payment, adminId, sums: sums.get(payout.id) }))
  }
  return { outboxIds, totalPence: sumOf(pending) }
}

type PayStepDeps = Pick<Deps, 'clock' | 'config' | 'seal'>

/** When and how the money was sent; `how` null means by the bank file that contains the payout. */
type Payment = { paidAt: Date; how: PaidHow | null; note: string | null }

type Paying = {
  payout: DocumentPayout
  payment: Payment
  adminId: string
  /** The sums of its entries. */
  sums: readonly EntrySum[] | undefined
}

/**
 * Step: marks a pending payout as paid, with its document at the first payment, its mail and its audit entry. The
 * caller has locked the referer. Returns the outbox message's id.
 *
 * @throws ShopError CONFLICT where it is not pending, PAYOUT_NOT_IN_FILE where it is in no file but paid by one,
 * VAT_RATE_CHANGED where its VAT is not that of the day it is paid
 */
async function payPayout(tx: Tx, deps: PayStepDeps, { payout, payment, adminId, sums = [] }: Paying) {
  const { id } = payout
  const { paidAt, note } = payment
  const vatRate = vatRateAt(deps.config.payoutVatRates, paidAt)
  const vatable = sums.filter(({ isVatable }) => isVatable).map(({ sumPence: sum }) => sum)
  const { vatPence } = payoutAmounts(pence(payout.payoutPence), { vatablePence: sumPence(vatable), vatRate })
  // What has its document keeps it: it was paid before, at the rate of that day.
  if (!payout.document && vatPence !== payout.vatPence) throw new ShopError('VAT_RATE_CHANGED')
  const isInFile = payout.exportedAt !== null
  if (payment.how === 'bankFile' && !isInFile) throw new ShopError('PAYOUT_NOT_IN_FILE')
  const how = payment.how ?? (isInFile ? 'bankFile' : null)
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'paid', paidAt, paidHow: how, paidNote: note },
  })
  if (count !== 1) throw new ShopError('CONFLICT')
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.paid',
    subject: { kind: 'payout', id },
    details: {
      quarter: payout.quarter,
      totalPence: payout.totalPence,
      paidAt: paidAt.toISOString(),
      how,
      note,
    },
  })
  const document = payout.document ?? (await numberDocument(tx, deps, { payout, paidAt, sums, vatRate }))
  return queueMail(tx, deps, {
    template: 'payout-paid',
    to: payout.referer.contactEmail,
    props: payoutMail({ payout, document, paidAt }),
    documentIds: [document.id],
    dedupeKey: paidMailKey(id, paidAt),
  })
}

/** A payout that is reversed and paid on another day mails again; the same payment does not. */
export function paidMailKey(payoutId: string, paidAt: Date): string {
  return `payout:${payoutId}:${paidAt.getTime()}`
}

/** The day of payment that the admin gave; a future one becomes now. */
function notLater(paidAt: Date | null, now: Date): Date {
  return paidAt === null || paidAt > now ? now : paidAt
}

/** Late in the transaction, because every other document waits for the number series. */
async function numberDocument(
  tx: Tx,
  { config, clock }: PayStepDeps,
  { payout, ...paid }: { payout: DocumentPayout; paidAt: Date; sums: readonly EntrySum[]; vatRate: number },
) {
  const { id, refererId } = payout
  const details = payoutDetails({ payout, customer: config.seller, ...paid })
  const { documentId, label } = await numberPayoutDocument(tx, {
    payout: { id, refererId, details },
    issuedAt: clock.now(),
  })
  return { id: documentId, label, kind: details.kind }
}
