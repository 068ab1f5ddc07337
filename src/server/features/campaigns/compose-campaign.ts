import { renderBulkMail } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { type BulkComposer, prepareBulk } from '#server/infra/bulk-mime.ts'
import { createDkimSigner } from '#server/infra/dkim.ts'
import { newToken } from '#server/infra/ids.ts'
import type { BulkRecipients } from '#shared/schemas/campaigns.ts'
import { contentOf, unsubscribeUrl } from './preview-mail.ts'

export type ComposeInput = { subject: string; html: string; text: string; recipients: BulkRecipients }

/** Renders and encodes a mailing once; what comes back writes each reader's mail. The HTML is clean already. */
export async function composeCampaign(
  deps: Pick<Deps, 'config'>,
  mailing: ComposeInput,
): Promise<BulkComposer> {
  const { config } = deps
  const tokenSlot = newToken()
  const rendered = await renderBulkMail(contentOf(deps, { ...mailing, token: tokenSlot }))
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
