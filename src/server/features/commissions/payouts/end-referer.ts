import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { revokeSessions } from '#server/features/accounts/sessions.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { lockReferer, markRefererEnded } from '#server/features/referers/referers.ts'
import { labelOf, previousQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import { forfeitedOnEnding, minimumPayoutPence } from '#shared/commission/payout.ts'
import type { Pence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { closeQuarter, forfeit, listUnpaid } from './generate-payouts.ts'

export type Ending = { endedAt: Date; forfeitedPence: Pence }

/**
 * Ends a referer's agreement: code and sessions are revoked, and unpaid commission below £10 is forfeited; £10 or more
 * is paid at the next close (requirements §6). The last closed quarter is closed first, so that its sum is not split.
 *
 * @throws ShopError REFERER_NOT_FOUND, REFERER_ENDED
 */
export async function endReferer(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id, reason, adminId }: { id: string; reason: string | null; adminId: string },
): Promise<Ending> {
  return deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const referer = await lockReferer(tx, id)
    if (!referer) throw new ShopError('REFERER_NOT_FOUND')
    if (referer.endedAt) throw new ShopError('REFERER_ENDED')

    const running = quarterOf(now)
    const vatRate = vatRateAt(deps.config.payoutVatRates, now)
    await closeQuarter(tx, { refererId: id, quarter: previousQuarter(running), now, vatRate })
    const unpaid = await listUnpaid(tx, { refererId: id, upTo: null })
    const forfeitedPence = forfeitedOnEnding(unpaid, minimumPayoutPence)
    if (forfeitedPence > 0) {
      await forfeit(tx, { refererId: id, quarter: labelOf(running), amountPence: forfeitedPence, now })
    }

    await markRefererEnded(tx, { refererId: id, now })
    await revokeSessions(tx, deps, { refererId: id })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.ended',
      subject: { kind: 'referer', id },
      details: { reason, forfeitedPence },
    })
    return { endedAt: now, forfeitedPence }
  })
}
