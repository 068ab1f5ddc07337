import { buttonStyle } from './components/action.tsx'
import { BulkFrame } from './components/bulk-frame.tsx'
import { textStyles } from './components/text.tsx'
import type { EmailSite } from './prop-parts.ts'

type Props = {
  site: EmailSite
  subject: string
  /** Sanitised by the caller. */
  html: string
  reason: string
  unsubscribeUrl: string
}

/** A campaign as an admin wrote it, in the shop's frame. */
export function BulkMail({ site, subject, html, reason, unsubscribeUrl }: Props) {
  return (
    <BulkFrame site={site} title={subject} unsubscribeUrl={unsubscribeUrl} reason={reason}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML that a person wrote, sanitised before */}
      <div className="ink" dangerouslySetInnerHTML={{ __html: withLooks(html) }} />
    </BulkFrame>
  )
}

/** Gives the shop's looks to elements that have none of their own, as the editor writes them. */
function withLooks(html: string): string {
  return html
    .replace(/<(h1|h2|p)>/g, (_bare, tag: keyof typeof textStyles) => {
      return `<${tag} class="ink" style="${cssOf(textStyles[tag])}">`
    })
    .replace(/<(ul|ol)>/g, '<$1 style="margin:0;padding-left:24px">')
    .replace(/<a (?![^>]*(?:class|style)=)/g, '<a style="color:inherit;text-decoration:underline" ')
    .replace(/<img(?![^>]* style=)/g, '<img style="max-width:100%;height:auto"')
    .replace(
      /<a class="go"(?![^>]* style=)/g,
      `<a class="go" style="display:inline-block;text-decoration:none;${cssOf(buttonStyle)}"`,
    )
}

/** A style of React's as CSS: numbers are pixels, but for a weight. */
function cssOf(style: Readonly<Record<string, string | number>>): string {
  return Object.entries(style)
    .map(([name, value]) => {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return `${property}:${typeof value === 'number' && name !== 'fontWeight' ? `${value}px` : value}`
    })
    .join(';')
}
