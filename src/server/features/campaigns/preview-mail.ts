import type { RenderedEmail } from '#emails/render.ts'
import { type BulkContent, renderBulkMail } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { siteOf } from '#server/features/mail/send-mail.ts'
import type { BulkPreviewInput, BulkRecipients } from '#shared/schemas/campaigns.ts'
import { sanitiseHtml } from './sanitise-html.ts'

/** Why the mail came, for its foot (requirements §10). */
const REASONS: Readonly<Record<BulkRecipients, string>> = {
  students: 'You get this email because you bought a film here or asked for news.',
  referers: 'You get this email because you are a referer of the shop.',
  all: 'You get this email because you bought a film here, asked for news or are a referer of the shop.',
  custom: 'You get this email because the instructor has your address on a list of people to write to.',
}

/**
 * A mailing as it arrives: sanitised, in the shop's frame.
 *
 * @throws ShopError MAILING_EMPTY where sanitising leaves nothing to read
 */
export async function previewMail(
  deps: Pick<Deps, 'config'>,
  input: BulkPreviewInput & { token?: string },
): Promise<RenderedEmail> {
  const html = await sanitiseHtml(input.htmlContent)
  if (html === '') throw new ShopError('MAILING_EMPTY')
  return renderBulkMail(
    contentOf(deps, { ...input, html, text: input.textContent, token: input.token ?? 'preview' }),
  )
}

/** What the template needs of a mailing whose HTML is clean already. */
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

/** Where one reader's token leads: a page that asks, and a POST that unsubscribes (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/api/unsubscribe/${token}`
}
