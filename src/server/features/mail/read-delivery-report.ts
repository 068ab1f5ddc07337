import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { isEmail } from '#shared/schemas/primitives.ts'

/** One recipient of a report, in the mail server's words. */
export type Report = {
  type: 'bounced' | 'complained' | 'delivered'
  address: string | null
  messageId: string | null
  isPermanent: boolean
  detail: string | null
}

/**
 * Parses a report that arrived as a mail: a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965).
 * Empty for any other mail.
 */
export async function readDeliveryReport(raw: Buffer): Promise<Report[]> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true })
  const messageId = originalMessageId(mail)
  const complaint = findPart(mail, 'message/feedback-report')
  if (complaint !== null) {
    const fields = fieldsOf(complaint)
    const address = addressIn(fields.get('original-rcpt-to'))
    const detail = fields.get('feedback-type') ?? null
    return [{ type: 'complained', address, messageId, isPermanent: true, detail }]
  }
  const status = findPart(mail, 'message/delivery-status')
  if (status === null) return []
  const [, ...recipients] = status.split(/\r?\n(?:[ \t]*\r?\n)+/)
  return recipients.flatMap((block) => readRecipient(fieldsOf(block), messageId))
}

function readRecipient(fields: Map<string, string>, messageId: string | null): Report[] {
  const action = fields.get('action')?.toLowerCase()
  const status = fields.get('status') ?? ''
  const address = addressIn(fields.get('original-recipient') ?? fields.get('final-recipient'))
  const detail = fields.get('diagnostic-code') ?? (status || null)
  if (action === 'delivered') return [{ type: 'delivered', address, messageId, isPermanent: false, detail }]
  if (action !== 'failed') return []
  // Some servers report giving up after days as class 4; the address may be good.
  return [{ type: 'bounced', address, messageId, isPermanent: status.startsWith('5'), detail }]
}

function findPart(mail: Email, type: string): string | null {
  const part = mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type)
  return part ? textOf(part) : null
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8')
}

/** The report contains the original mail, whole or headers only. */
function originalMessageId(mail: Email): string | null {
  const original = findPart(mail, 'message/rfc822') ?? findPart(mail, 'text/rfc822-headers')
  return original === null ? null : (fieldsOf(original).get('message-id') ?? null)
}

/** Unfolded header fields up to the first empty line; the first of each name counts. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  const [head = ''] = text.trimStart().split(/\r?\n\r?\n/)
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** "rfc822; sam@example.com" and "<sam@example.com>" are the same address. */
export function addressIn(value: string | undefined): string | null {
  const address = /[^\s;<>]+@[^\s;<>]+/.exec(value ?? '')?.[0] ?? ''
  return isEmail(address) ? address : null
}
