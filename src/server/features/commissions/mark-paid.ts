import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail } from '#server/features/mail/outbox.ts'
import { refuseUnreviewedBank } from '#server/features/referers/bank-details.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import { refuseUnreviewedVat } from '#server/features/referers/vat-registration.ts'
import type { PaidHow } from '#shared/schemas/payouts.ts'
import { notLater, payPayout } from './pay-payout.ts'
import { findPayout, findPayoutForPaper, findRefererOfPayout, type MarkedPayout } from './queries.ts'
import { findVatOutdated, remakeForVat } from './remake-payout.ts'

type MarkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

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
  deps: MarkDeps,
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
