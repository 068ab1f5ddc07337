import type { z } from 'zod'
import type { EmailName } from '#emails/index.ts'
import { type RenderedEmail, renderEmail } from '#emails/render.ts'
import { renderBulkMail, textOf } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { siteOf } from '#server/features/mail/send-mail.ts'
import { newId, newToken } from '#server/infra/ids.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import type { BulkPreviewInput, bulkTemplatesOutput } from '#shared/schemas/campaigns.ts'
import { composeCampaign, contentOf } from './compose-campaign.ts'
import { sanitiseHtml } from './sanitise-html.ts'

const names = bulkEmailMessages.templateNames

function field(name: string, required = true) {
  return { name, required }
}

/** The fields of each template in the back office (requirements §2). */
export const BULK_TEMPLATES: z.input<typeof bulkTemplatesOutput> = [
  {
    type: 'courseUpdate',
    name: names.courseUpdate,
    fields: [field('courseName'), field('updateDetails')],
  },
  {
    type: 'announcement',
    name: names.announcement,
    fields: [field('title'), field('message'), field('ctaText', false), field('ctaUrl', false)],
  },
  {
    type: 'newsletter',
    name: names.newsletter,
    fields: [field('month'), field('year'), field('content')],
  },
]

/**
 * Renders a campaign as recipients see it: sanitised, in the shop's layout.
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

type TestDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'bulkMailer' | 'log'>

/**
 * Sends one test mail to the admin. It is built like a campaign's mails; its unsubscribe link belongs to no recipient.
 *
 * @throws ShopError MAILING_EMPTY; TEST_NOT_SENT where the mail server did not accept it
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
    deps.log.warn({ kind: delivery.kind, reason: delivery.error }, 'A test of a campaign was not sent')
    throw new ShopError('TEST_NOT_SENT')
  }
  return { success: true, to }
}

/** Titles of the requirement, where they differ from the template's name. */
const TITLES: Partial<Record<EmailName, string>> = {
  'purchase-confirmation': 'Payment confirmation',
  'application-approved': 'Referer welcome',
}

/** Every mail the shop can send, with the subject of its sample (requirements §2). */
export async function listEmails(deps: Pick<Deps, 'config'>) {
  const { EMAILS } = await import('#emails/index.ts')
  return Object.keys(EMAILS)
    .filter((name): name is EmailName => name in EMAILS)
    .map((name) => entryOf(deps, name, EMAILS))
}

type Emails = typeof import('#emails/index.ts')['EMAILS']

function entryOf<N extends EmailName>(deps: Pick<Deps, 'config'>, name: N, emails: Emails) {
  return { name, title: titleOf(name), subject: emails[name].subject(exampleOf(deps, name, emails)) }
}

/** The sample props of a mail, signed by this shop. */
function exampleOf<N extends EmailName>({ config }: Pick<Deps, 'config'>, name: N, emails: Emails) {
  return { ...emails[name].preview, site: siteOf(config) }
}

/** "admin-code" is "Admin code". */
function titleOf(name: EmailName): string {
  const words = name.replaceAll('-', ' ')
  return TITLES[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Renders one mail of the shop with its sample props.
 *
 * @throws ShopError NOT_FOUND where the shop has no such mail
 */
export async function previewEmail(
  deps: Pick<Deps, 'config'>,
  asked: string,
): Promise<RenderedEmail & { name: string; title: string }> {
  const { EMAILS } = await import('#emails/index.ts')
  const name = Object.keys(EMAILS).find((known): known is EmailName => known === asked)
  if (name === undefined) throw new ShopError('NOT_FOUND')
  return { name, title: titleOf(name), ...(await renderEmail(name, exampleOf(deps, name, EMAILS))) }
}
