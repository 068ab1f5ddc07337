import { type BulkContent, renderBulkMail } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { siteOf } from '#server/features/mail/send-mail.ts'
import { type BulkComposer, prepareBulk } from '#server/infra/bulk-mime.ts'
import { createDkimSigner } from '#server/infra/dkim.ts'
import { newToken } from '#server/infra/ids.ts'
import type { BulkRecipients } from '#shared/schemas/campaigns.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Why the recipient gets the mail, for its footer (requirements §10). */
const REASONS: Readonly<Record<BulkRecipients, string>> = {
  students: 'You get this email because you bought a film here or asked for news.',
  referers: 'You get this email because you are a referer of the shop.',
  all: 'You get this email because you bought a film here, asked for news or are a referer of the shop.',
  custom: 'You get this email because the instructor has your address on a list of people to write to.',
}

export type ComposeInput = { subject: string; html: string; text: string; recipients: BulkRecipients }

/**
 * Renders and encodes a campaign once. The result composes each recipient's mail from it. The HTML is sanitised
 * already.
 */
export async function composeCampaign(
  deps: Pick<Deps, 'config'>,
  campaign: ComposeInput,
): Promise<BulkComposer> {
  const { config } = deps
  const tokenSlot = newToken()
  const rendered = await renderBulkMail(contentOf(deps, { ...campaign, token: tokenSlot }))
  const { dkim, from } = config.mail
  return prepareBulk(
    {
      ...rendered,
      from,
      replyTo: config.seller.email,
      tokenSlot,
      unsubscribeUrl: unsubscribeUrl(config.publicUrl, tokenSlot),
      listId: `<news.${new URL(config.publicUrl).hostname}>`,
    },
    dkim ? createDkimSigner(dkim) : undefined,
  )
}

/** The props of the template. The HTML is sanitised already. */
export function contentOf(
  { config }: Pick<Deps, 'config'>,
  mail: { subject: string; html: string; text: string | null; recipients: BulkRecipients; token: string },
): BulkContent {
  return {
    site: siteOf(config),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    reason: REASONS[mail.recipients],
    unsubscribeUrl: unsubscribeUrl(config.publicUrl, mail.token),
  }
}
