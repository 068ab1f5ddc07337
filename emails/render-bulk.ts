import { createElement, type ReactNode } from 'react'
import type { BulkTemplateInput } from '#shared/schemas/campaigns.ts'
import type { EmailSite } from './prop-parts.ts'
import { type RenderedEmail, TEXT_PART } from './render.ts'

export type BulkContent = {
  site: EmailSite
  subject: string
  /** Sanitised HTML. */
  html: string
  /** Null: made from the HTML. */
  text: string | null
  /** Why it came, for the foot. */
  reason: string
  unsubscribeUrl: string
}

/** What a template makes of its fields: subject and HTML to edit and send, without the frame. */
export async function renderBulkTemplate(
  fields: BulkTemplateInput,
): Promise<{ subject: string; html: string }> {
  const { subject, content } = await contentOf(fields)
  return { subject: oneLine(subject), html: await fragment(content) }
}

/** A campaign in the shop's frame, with foot and unsubscribe link, as HTML and as text. */
export async function renderBulkMail(mail: BulkContent): Promise<RenderedEmail> {
  const { site, reason, unsubscribeUrl } = mail
  const [{ render, toPlainText }, { BulkMail }, { Foot }] = await Promise.all([
    import('./html.ts'),
    import('./bulk-mail.tsx'),
    import('./components/foot.tsx'),
  ])
  const foot = toPlainText(await render(createElement(Foot, { site, reason, unsubscribeUrl })), TEXT_PART)
  const text = mail.text ?? toPlainText(mail.html, TEXT_PART)
  return {
    subject: oneLine(mail.subject),
    html: await render(createElement(BulkMail, mail)),
    text: `${text.trim()}\n\n-- \n${foot.trim()}\n`,
  }
}

/** The text part of HTML that a person wrote. */
export async function textOf(html: string): Promise<string> {
  const { toPlainText } = await import('./html.ts')
  return toPlainText(html, TEXT_PART).trim()
}

async function contentOf(fields: BulkTemplateInput): Promise<{ subject: string; content: ReactNode }> {
  if (fields.type === 'courseUpdate') {
    const { CourseUpdateContent, subject } = await import('./course-update.tsx')
    return { subject: subject(fields), content: createElement(CourseUpdateContent, fields) }
  }
  if (fields.type === 'announcement') {
    const { AnnouncementContent, subject } = await import('./announcement.tsx')
    return { subject: subject(fields), content: createElement(AnnouncementContent, fields) }
  }
  const { NewsletterContent, subject } = await import('./newsletter.tsx')
  return { subject: subject(fields), content: createElement(NewsletterContent, fields) }
}

/** Without the document type that belongs to a whole page. */
async function fragment(content: ReactNode): Promise<string> {
  const { render } = await import('./html.ts')
  return (await render(content))
    .replace(/^<!DOCTYPE[^>]*>/i, '')
    .replace(/<!--.*?-->/gs, '')
    .trim()
}

/** So that no name in it can begin another header (RFC 5322). */
function oneLine(subject: string): string {
  return subject.replace(/\s+/g, ' ').trim()
}
