import { Node } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Image } from '@tiptap/extension-image'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'

/** A link as a button, in a line of its own; the mail gives it its looks by the class. */
const MailButton = Node.create({
  name: 'mailButton',
  group: 'block',
  content: 'text*',
  marks: '',
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'p',
      priority: 60,
      getAttrs: (line) => {
        const link = findButton(line)
        return link !== null && link.textContent === line.textContent && { href: link.getAttribute('href') }
      },
      contentElement: (line) => findButton(line) ?? line,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['p', ['a', { class: 'go', ...HTMLAttributes }, 0]],
})

function findButton(line: globalThis.Node): HTMLElement | null {
  return line instanceof HTMLElement ? line.querySelector<HTMLElement>(':scope > a.go') : null
}

/** What a mail of the editor is made of; anything else is written as HTML. */
export const MAIL_EXTENSIONS = [
  ...[Document, Paragraph, Text, HardBreak, Bold, Italic, BulletList, OrderedList, ListItem, UndoRedo],
  Heading.configure({ levels: [1, 2] }),
  Image,
  Link.configure({
    openOnClick: false,
    autolink: false,
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
  MailButton,
]

const KNOWN = 'h1, h2, p, br, ul, ol, li, a, img, strong, b, em, i, span'
/** Looks that are the shop's own come back when the mail is sent; those of another hand would be lost. */
const OWN_LOOKS = '.ink, a, a span, img'

/** Whether HTML has nothing that the editor would drop. */
export function isKnown(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].every(
    (element) =>
      element.matches(KNOWN) &&
      (element.matches(OWN_LOOKS) || findButton(element) || !element.matches('[style], [class], span')),
  )
}
