import { textOf } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newId, newToken } from '#server/infra/ids.ts'
import type { BulkPreviewInput } from '#shared/schemas/campaigns.ts'
import { composeCampaign } from './compose-campaign.ts'
import { sanitiseHtml } from './sanitise-html.ts'

type TestDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'bulkMailer' | 'log'>

/**
 * Sends one mail to the admin who asks, built as a mailing's are; its unsubscribe link belongs to nobody.
 *
 * @throws ShopError MAILING_EMPTY; TEST_NOT_SENT where the mail server did not take it
 */
export async function sendTest(
  deps: TestDeps,
  { adminId, ...input }: BulkPreviewInput & { adminId: string },
): Promise<{ success: true; to: string }> {
  const html = await sanitiseHtml(input.htmlContent)
  if (html === '') throw new ShopError('MAILING_EMPTY')
  const { email: to } = await deps.db.admin.findUniqueOrThrow({
    where: { id: adminId },
    select: { email: true },
  })
  const { recipients, subject } = input
  const text = input.textContent ?? (await textOf(html))
  const compose = await composeCampaign(deps, { subject: `Test: ${subject}`, html, text, recipients })

  const now = deps.clock.now()
  const messageId = `<${newId(now)}@${new URL(deps.config.publicUrl).hostname}>`
  const content = await compose({ to, messageId, token: newToken() }, now)
  const delivery = await deps.bulkMailer.deliver({ to, content })
  if (delivery.kind !== 'sent') {
    deps.log.warn({ kind: delivery.kind, reason: delivery.error }, 'A test of a mailing was not sent')
    throw new ShopError('TEST_NOT_SENT')
  }
  return { success: true, to }
}
