import { saveDraft } from '#server/features/campaigns/drafts.ts'
import { startCampaign } from '#server/features/campaigns/start-campaign.ts'
import { exportBankFile } from '#server/features/commissions/bank-files/export-bank-file.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { payQuarter } from '#server/features/commissions/payouts/pay-payouts.ts'
import { changeBankDetails, reviewBankDetails } from '#server/features/referers/bank-changes.ts'
import { pence } from '#shared/money/money.ts'
import { bulkEmailInput, saveDraftInput } from '#shared/schemas/campaigns.ts'
import type { YearShop } from './year-shop.ts'

/** What the admin does in the year. */
export function createDesk(shop: YearShop, adminId: string) {
  const { deps, clock } = shop

  const pendingOf = (quarterYear: string) =>
    deps.db.payout.findMany({
      where: { quarter: quarterYear, status: 'pending' },
      orderBy: { id: 'asc' },
      select: { id: true, totalPence: true },
    })

  const refererOf = (club: string) =>
    deps.db.referer.findFirstOrThrow({ where: { name: { startsWith: club } } })

  const sumOf = (payouts: readonly { totalPence: number }[]) =>
    pence(payouts.reduce((sum, { totalPence }) => sum + totalPence, 0))

  return {
    close: (quarterYear: string) => generatePayouts(deps, quarterYear),

    async exportFile(quarterYear: string): Promise<void> {
      await exportBankFile(deps, { quarterYear, totalPence: sumOf(await pendingOf(quarterYear)), adminId })
    },

    async pay(quarterYear: string): Promise<void> {
      const payouts = await pendingOf(quarterYear)
      await payQuarter(deps, {
        quarterYear,
        payoutIds: payouts.map(({ id }) => id),
        totalPence: sumOf(payouts),
        paidAt: null,
        adminId,
      })
      await shop.runJobs()
    },

    async changeBank(club: string, currentPassword: string, accountNumber: string): Promise<void> {
      const { id } = await refererOf(club)
      const account = { bankName: null, accountName: 'Club account', sortCode: '00-00-00', accountNumber }
      await changeBankDetails(deps, { refererId: id, currentPassword, ...account })
      await shop.runJobs()
    },

    async reviewBank(club: string): Promise<void> {
      const { id, bankChangedAt } = await refererOf(club)
      if (!bankChangedAt) throw new Error(`${club} has changed no bank details`)
      await reviewBankDetails(deps, { id, changedAt: bankChangedAt, phoneNumber: null, adminId })
    },

    async mailAll(subject: string, htmlContent: string): Promise<void> {
      const mail = bulkEmailInput.parse({ recipients: 'all', subject, htmlContent, textContent: null })
      await startCampaign(deps, { ...mail, adminId })
      await shop.runJobs()
      clock.advance(60_000)
    },

    async draft(subject: string, htmlContent: string): Promise<void> {
      await saveDraft(deps, {
        ...saveDraftInput.parse({ recipients: 'students', subject, htmlContent }),
        adminId,
      })
    },
  }
}
