import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { sumEntriesOf } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import {
  type EntrySum,
  findPayout,
  findPayoutForPaper,
  findPayoutsForPaper,
  findRefererOfPayout,
  type MarkedPayout,
  type PaperPayout,
} from '#server/features/commissions/queries.ts'
import { numberPayoutDocument } from '#server/features/documents/number-documents.ts'
import { nudgeMail, queueMail } from '#server/features/mail/outbox.ts'
import { refuseUnreviewedBank } from '#server/features/referers/bank-details.ts'
import { lockReferer, lockReferers } from '#server/features/referers/referers.ts'
import { refuseUnreviewedVat } from '#server/features/referers/vat-registration.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import type { PaidHow } from '#shared/schemas/payouts.ts'
import { payoutFacts, payoutMail } from './payout-documents.ts'
import { findVatOutdated, remakeForVat } from './remake-payout.ts'

type PayoutDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

export type MarkInput = {
  id: string
  adminId: string
  /** When the money went, by the admin's word; null and anything later than now mean now. */
  paidAt: Date | null
  /** How it went, by the admin's word; null means by the bank file that names it, or that nobody said. */
  paidHow?: PaidHow | null
  paidNote?: string | null
}

/**
 * Marks a payout paid, once: it gets its paper and number at its first payment, the referer a mail with it, and the
 * audit log who did it (requirements §6). One that is paid already stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason; BANK_CHANGE_UNREVIEWED; VAT_CHANGE_UNREVIEWED;
 * PAYOUT_NOT_IN_FILE; CONFLICT where the referer's registration for VAT changed since the payout was made, which was then made again
 */
export async function markPaid(
  deps: PayoutDeps,
  { id, adminId, paidAt, paidHow = null, paidNote = null }: MarkInput,
): Promise<MarkedPayout> {
  const refererId = await findRefererOfPayout(deps, id)
  const { isRemade, outboxId } = await deps.db.$transaction(async (tx) => {
    await lockReferer(tx, refererId)
    const payout = await findPayoutForPaper(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    if (payout.status === 'paid') return { isRemade: false, outboxId: null }
    refuseUnreviewedBank(payout.referer)
    const now = deps.clock.now()
    if ((await findVatOutdated(tx, [id])).has(id)) {
      await remakeForVat(tx, { payout, now })
      return { isRemade: true, outboxId: null }
    }
    refuseUnreviewedVat(payout)

    const payment = { paidAt: notLater(paidAt, now), how: paidHow, note: paidNote }
    const outboxId = await payPayout(tx, deps, { payout, payment, adminId })
    return { isRemade: false, outboxId }
  })
  if (isRemade) throw new ShopError('CONFLICT')
  await nudgeMail(deps, [outboxId])
  return findPayout(deps, id)
}

export type QuarterPayment = {
  quarterYear: string
  /** Exactly these; doubles count once. */
  payoutIds: readonly string[]
  /** What the admin saw as their sum. */
  totalPence: Pence
  /** When the bank sent it; null and anything later than now mean now. */
  paidAt: Date | null
  adminId: string
}

/** A thousand payouts are a few thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Marks payouts of a quarter that a bank file names as paid, all of them or none, each with its number and mail as
 * `markPaid` does it. Done again it changes nothing: those that are paid already count into the sum and stay as they are.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason, BANK_CHANGE_UNREVIEWED, VAT_CHANGE_UNREVIEWED,
 * PAYOUT_NOT_IN_FILE; CONFLICT where their sum is not what the admin saw
 */
export async function payQuarter(
  deps: PayoutDeps,
  payment: QuarterPayment,
): Promise<{ paid: number; totalPence: Pence }> {
  const { quarterYear, payoutIds, totalPence, paidAt, adminId } = payment
  const ids = [...new Set(payoutIds)]
  const owners = await deps.db.payout.findMany({
    where: { id: { in: ids }, quarter: quarterYear },
    select: { refererId: true },
  })
  if (owners.length !== ids.length) throw new ShopError('PAYOUT_NOT_FOUND')

  const result = await deps.db.$transaction(
    async (tx) => {
      await lockReferers(
        tx,
        owners.map(({ refererId }) => refererId),
      )
      const payouts = await findPayoutsForPaper(tx, ids)
      refuseOther(payouts, totalPence)
      const pending = payouts.filter(({ status }) => status === 'pending')
      for (const payout of pending) {
        refuseUnreviewedBank(payout.referer)
        refuseUnreviewedVat(payout)
      }
      return payAll(tx, deps, { pending, paidAt: notLater(paidAt, deps.clock.now()), adminId })
    },
    { timeout: TIMEOUT_MS },
  )
  await nudgeMail(deps, result.outboxIds)
  return { paid: result.outboxIds.length, totalPence: result.totalPence }
}

/** What was seen is what is paid: no payout made again meanwhile, and the same sum. */
function refuseOther(payouts: readonly PaperPayout[], totalPence: Pence): void {
  const void_ = payouts.find(({ status }) => status === 'void')
  if (void_) throw new ShopError('PAYOUT_VOID', { reason: void_.voidReason })
  if (sumOf(payouts) !== totalPence) throw new ShopError('CONFLICT')
}

function sumOf(payouts: readonly PaperPayout[]): Pence {
  return sumPence(payouts.map((payout) => pence(payout.totalPence)))
}

async function payAll(
  tx: Prisma.TransactionClient,
  deps: PayStepDeps,
  { pending, paidAt, adminId }: { pending: readonly PaperPayout[]; paidAt: Date; adminId: string },
) {
  const payment = { paidAt, how: 'bankFile', note: null } as const
  const sums = await sumEntriesOf(
    tx,
    pending.map(({ id }) => id),
  )
  const outboxIds: (string | null)[] = []
  for (const payout of pending) {
    outboxIds.push(await payPayout(tx, deps, { payout, payment, adminId, sums: sums.get(payout.id) ?? [] }))
  }
  return { outboxIds, totalPence: sumOf(pending) }
}

type PayStepDeps = Pick<Deps, 'clock' | 'config' | 'seal'>

/** When and how the money went; without a word on how, by the bank file that names the payout. */
type Payment = { paidAt: Date; how: PaidHow | null; note: string | null }

type Paying = {
  payout: PaperPayout
  payment: Payment
  adminId: string
  /** Its entries summed up, where the caller has them; else they are read. */
  sums?: readonly EntrySum[]
}

/**
 * Step: marks a pending payout paid, with its paper and number at the first payment, its mail and its place in the
 * audit log. The caller holds the referer. Answers the mail's outbox row.
 *
 * @throws ShopError CONFLICT where it is pending no longer, PAYOUT_NOT_IN_FILE where it was paid with none
 */
export async function payPayout(
  tx: Prisma.TransactionClient,
  deps: PayStepDeps,
  { payout, payment, adminId, sums }: Paying,
): Promise<string | null> {
  const { id } = payout
  const { paidAt, note } = payment
  const isInFile = payout.exportedAt !== null
  if (payment.how === 'bankFile' && !isInFile) throw new ShopError('PAYOUT_NOT_IN_FILE')
  const how = payment.how ?? (isInFile ? 'bankFile' : null)
  await writePaid(tx, { id, paidAt, paidHow: how, paidNote: note })
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
  const paper =
    payout.paper ?? (await numberPaper(tx, deps, { payout, paidAt, sums: sums ?? (await sumsOf(tx, id)) }))
  return queueMail(tx, deps, {
    template: 'payout-paid',
    to: payout.referer.contactEmail,
    props: payoutMail({ payout, paper, paidAt }),
    documentIds: [paper.id],
    dedupeKey: paidMailKey(id, paidAt),
  })
}

/** Taken back and paid again on another day is another payment; the same one twice is not. */
export function paidMailKey(payoutId: string, paidAt: Date): string {
  return `payout:${payoutId}:${paidAt.getTime()}`
}

/** A day of payment by somebody's word: nobody has paid in the future. */
export function notLater(paidAt: Date | null, now: Date): Date {
  return paidAt === null || paidAt > now ? now : paidAt
}

async function sumsOf(tx: Prisma.TransactionClient, id: string): Promise<EntrySum[]> {
  return (await sumEntriesOf(tx, [id])).get(id) ?? []
}

async function writePaid(
  tx: Prisma.TransactionClient,
  { id, ...paid }: { id: string; paidAt: Date; paidHow: PaidHow | null; paidNote: string | null },
): Promise<void> {
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'paid', ...paid },
  })
  if (count !== 1) throw new ShopError('CONFLICT')
}

/** Late in the transaction: everybody who needs a number waits for the series. */
async function numberPaper(
  tx: Prisma.TransactionClient,
  { config, clock }: PayStepDeps,
  { payout, paidAt, sums }: { payout: PaperPayout; paidAt: Date; sums: readonly EntrySum[] },
): Promise<NonNullable<PaperPayout['paper']>> {
  const { id, refererId } = payout
  const facts = payoutFacts({ payout, sums, customer: config.seller, paidAt })
  const { documentId, label } = await numberPayoutDocument(tx, {
    payout: { id, refererId, facts },
    issuedAt: clock.now(),
  })
  return { id: documentId, label, kind: facts.kind }
}
