import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { selfBillingTerm } from './self-billing-term.ts'

/**
 * Makes a self-billing agreement with a referer, or makes it again for another year (VAT Notice 700/62, section 3).
 * Answers until when it lasts.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function acceptSelfBilling(
  deps: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
): Promise<{ selfBillingUntil: Date }> {
  const term = selfBillingTerm(deps.clock.now())
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.referer.updateMany({ where: { id: refererId, endedAt: null }, data: term })
    if (count === 0) throw new ShopError('NOT_SIGNED_IN')
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.selfBillingAccepted',
      subject: { kind: 'referer', id: refererId },
      details: { until: term.selfBillingUntil.toISOString() },
    })
  })
  return { selfBillingUntil: term.selfBillingUntil }
}
