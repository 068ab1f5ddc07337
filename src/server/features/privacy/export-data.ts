import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { addressPeriods, exportAccount } from '#server/features/accounts/personal-data.ts'
import {
  exportAudit,
  exportSecurityEvents,
  findAddressChanges,
} from '#server/features/audit/personal-data.ts'
import { exportCampaigns } from '#server/features/campaigns/personal-data.ts'
import { exportCommissions } from '#server/features/commissions/personal-data.ts'
import { exportDocuments } from '#server/features/documents/personal-data.ts'
import { exportMail } from '#server/features/mail/personal-data.ts'
import { exportOrders } from '#server/features/orders/personal-data.ts'
import { exportAccess } from '#server/features/playback/personal-data.ts'
import { exportQuestions } from '#server/features/questions/personal-data.ts'
import { exportRequests } from '#server/features/refund-requests/personal-data.ts'
import type { ExportOutput } from '#shared/schemas/account.ts'
import { EXPORT_COPY } from './export-copy.ts'

/**
 * Everything the shop holds on a student, feature by feature with an explanation (UK GDPR art. 15 and 20). Amounts are
 * in pence, times in UTC.
 *
 * @throws ShopError NOT_SIGNED_IN once erased
 */
export async function exportData(deps: Pick<Deps, 'db' | 'clock'>, studentId: string): Promise<ExportOutput> {
  const account = await exportAccount(deps, studentId)
  if (!account) throw new ShopError('NOT_SIGNED_IN')
  const periods = addressPeriods(account.student, await findAddressChanges(deps.db, studentId))
  const [playback, questions, orders, requests, documents, commissions, mail, campaigns, changes, security] =
    await Promise.all([
      exportAccess(deps, studentId),
      exportQuestions(deps, studentId),
      exportOrders(deps, studentId),
      exportRequests(deps, studentId),
      exportDocuments(deps, studentId),
      exportCommissions(deps, studentId),
      Promise.all(periods.map((period) => exportMail(deps, period))),
      Promise.all(periods.map((period) => exportCampaigns(deps, period))),
      exportAudit(deps, studentId),
      exportSecurityEvents(deps, studentId),
    ])
  const features = {
    account,
    playback,
    questions,
    orders,
    requests,
    documents,
    commissions,
    mail,
    campaigns: campaigns.flat(),
    changes,
    security,
  }
  return {
    madeAt: deps.clock.now().toISOString(),
    about: EXPORT_COPY.about,
    parts: EXPORT_COPY.parts.map(({ feature, title, explanation }) => ({
      title,
      explanation,
      // Turns times into ISO 8601.
      data: JSON.parse(JSON.stringify(features[feature])),
    })),
  }
}
