import type { EmailName, EmailProps } from './props.ts'

/** A mail ready to be sent: one-line subject, HTML part and text part. */
export type RenderedEmail = { subject: string; html: string; text: string }

/** How HTML becomes text: headings as they are written, lines of 78 characters. */
export const TEXT_PART = {
  wordwrap: 78,
  selectors: ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
}

/**
 * Renders one mail from props as stored in the outbox. Throws a ZodError on props that are not the mail's.
 * The subject comes out on one line, so no name in it can begin another header (RFC 5322).
 */
export async function renderEmail<N extends EmailName>(
  name: N,
  props: EmailProps<N>,
): Promise<RenderedEmail> {
  const [{ render, toPlainText }, { EMAILS }] = await Promise.all([import('./html.ts'), import('./index.ts')])
  const template = EMAILS[name]
  const checked = template.props.parse(props)
  const html = await render(template.component(checked))

  return {
    subject: template.subject(checked).replace(/\s+/g, ' ').trim(),
    html,
    text: toPlainText(html, TEXT_PART),
  }
}
