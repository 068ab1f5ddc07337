import { escapeHtml } from './escape-html.ts'
import type { MailSummary, StoredMail } from './mailbox-view.ts'

/** The style sheet of the mailbox pages, served from its own address so that they need no inline style. */
export const styleSheet = `
:root { color-scheme: light dark; --sheet: #f1f4f2; --paper: #ffffff; --ink: #13202b; --quiet: #475768; --rule: #c3cdd0; }
@media (prefers-color-scheme: dark) {
  :root { --sheet: #0d151c; --paper: #151f28; --ink: #e9eff2; --quiet: #a7b5c0; --rule: #2f3e4a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 60rem; background: var(--sheet); color: var(--ink);
  font: 1.0625rem/1.5 Cabin, "Gill Sans", Calibri, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.15; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
a { color: inherit; }
a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible, iframe:focus-visible {
  outline: 3px solid #ffd200; outline-offset: 2px; }
.quiet { color: var(--quiet); }
.mails { margin: 1rem 0 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid var(--ink); }
.mails li + li { border-top: 1px solid var(--rule); }
.mails a { display: block; padding: .75rem 1rem; text-decoration: none; }
.mails a:hover strong { text-decoration: underline; }
.mails span { display: block; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: grid; gap: .25rem; flex: 1 1 16rem; }
input, button { min-height: 3rem; padding: 0 .75rem; font: inherit; color: inherit; background: var(--paper);
  border: 1.5px solid var(--quiet); border-radius: 3px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
iframe { width: 100%; height: 44rem; border: 1px solid var(--ink); background: var(--paper); color-scheme: light dark; }
pre { margin: 0; padding: 1rem; white-space: pre-wrap; background: var(--paper); border: 1px solid var(--rule);
  font: .9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
`

/** The list: every mail one link, newest first, optionally for one address. */
export function mailListPage(mails: readonly MailSummary[], to: string | undefined): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${escapeHtml(mail.id)}"><strong>${escapeHtml(mail.subject)}</strong>` +
      `<span>${escapeHtml(mail.to.join(', '))}</span>` +
      `<span class="quiet"><time datetime="${escapeHtml(mail.receivedAt)}">${escapeHtml(spokenTime(mail.receivedAt))}</time></span></a></li>`,
  )
  const empty = to === undefined ? 'No mail has been sent yet.' : `No mail to ${escapeHtml(to)}.`
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>
<p class="quiet">Every mail the shop sends in demo mode ends here. Newest first.</p>
<form action="/dev/mail" method="get"><label>Sent to <input type="email" name="to" value="${escapeHtml(to ?? '')}"></label><button>Show</button></form>
${items.length > 0 ? `<ul class="mails">${items.join('')}</ul>` : `<p>${empty}</p>`}`,
  )
}

/** One mail: text with links that can be pressed, the HTML part in a sandbox, attachments and headers. */
export function mailPage(mail: StoredMail): string {
  const id = escapeHtml(mail.id)
  const details = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Received', spokenTime(mail.receivedAt)],
  ]
  const files = mail.attachments.map(
    (file, index) =>
      `<li><a href="/dev/mail/${id}/attachments/${index}" download><strong>${escapeHtml(file.filename)}</strong>` +
      `<span class="quiet">${escapeHtml(file.contentType)}, ${file.size} bytes</span></a></li>`,
  )
  return page(
    mail.subject,
    `<p><a href="/dev/mail">Mailbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
${descriptionList(details)}
${files.length > 0 ? `<h2>Attachments</h2><ul class="mails">${files.join('')}</ul>` : ''}
${mail.text === null ? '' : `<h2>Text</h2><pre>${linkified(mail.text)}</pre>`}
${mail.html === null ? '' : `<h2>HTML</h2><iframe src="/dev/mail/${id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<h2>Headers</h2>
<details><summary>${mail.headers.length} lines</summary>${descriptionList(mail.headers.map(({ name, value }) => [name, value]))}</details>`,
  )
}

/** What an unknown address answers. */
export function missingPage(): string {
  return page('No such mail', '<h1>No such mail</h1><p><a href="/dev/mail">Mailbox</a></p>')
}

/** The links of a text part, in order, without the full stop of the sentence around them. */
export function linksIn(text: string): string[] {
  return text.match(webAddress) ?? []
}

/** A mail inside a frame would open its links there: a base element sends them to a tab of their own. */
export function withLinksInNewTab(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html
}

const webAddress = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]]/g

function linkified(text: string): string {
  let from = 0
  let html = ''
  for (const match of text.matchAll(webAddress)) {
    const address = escapeHtml(match[0])
    html += `${escapeHtml(text.slice(from, match.index))}<a href="${address}">${address}</a>`
    from = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(from))
}

function descriptionList(rows: readonly (readonly string[])[]): string {
  const items = rows.map(
    ([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  return `<dl>${items.join('')}</dl>`
}

function spokenTime(iso: string): string {
  return iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/dev/mail/style.css">
</head>
<body>
${body}
</body>
</html>
`
}
