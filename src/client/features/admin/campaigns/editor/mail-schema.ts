import { createNodeFromContent, getHTMLFromFragment, getSchema, Node } from '@tiptap/core'
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
import { Fragment } from '@tiptap/pm/model'

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

const SCHEMA = getSchema(MAIL_EXTENSIONS)
const BLOCKS = 'h1, h2, p, ul, ol, li, img'
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

const STYLE = 'data-style'

/** Styles of elements by another name: the page's policy forbids them, also in a document that is only read. */
export function hideStyles(html: string): string {
  return html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${STYLE}=`))
}

/** Whether HTML has nothing that the editor would drop: what it makes of it is the same, the shop's own looks apart. */
export function isKnown(html: string): boolean {
  const made = createNodeFromContent(hideStyles(html), SCHEMA)
  const fragment = made instanceof Fragment ? made : made.content
  return contentOf(html) === contentOf(getHTMLFromFragment(fragment, SCHEMA))
}

/** What a mail says and shows, letter by letter: alike where only white space and the nesting of marks differ. */
function contentOf(html: string): string {
  const { body } = new DOMParser().parseFromString(`<body>${hideStyles(html)}</body>`, 'text/html')
  dropOwnLooks(body)
  const tokens = [...tokensOf(body, [])]
  // Words alone become a paragraph.
  const all = body.querySelector(BLOCKS) ? tokens : ['<p>', ...tokens, '</p>']
  const single = all.filter((token, index) => token !== ' ' || all[index - 1] !== ' ')
  const shown = single.filter(
    (token, index) => token !== ' ' || !(isEdge(single[index - 1]) || isEdge(single[index + 1])),
  )
  return [nameOf(body), ...shown].join('\n')
}

/** A space beside the begin or end of a line is not shown. */
function isEdge(token: string | undefined): boolean {
  return token === undefined || token.startsWith('<')
}

function* tokensOf(parent: Element, marks: readonly string[]): Generator<string> {
  for (const node of parent.childNodes) {
    if (node instanceof HTMLElement) {
      const name = nameOf(node)
      const isFirstOfItem = name === 'p' && parent.matches('li') && node === parent.firstChild
      if (/^(strong|em|a)\b/.test(name)) yield* tokensOf(node, [...marks, name].sort())
      else if (isFirstOfItem) yield* tokensOf(node, marks)
      else yield* [`<${[name, ...marks].join(' ')}>`, ...tokensOf(node, marks), `</${name}>`]
    } else if (node instanceof globalThis.Text) {
      for (const letter of node.data.replace(/[ \t\r\n\f]+/g, ' ')) {
        yield letter === ' ' ? letter : `"${letter} ${marks.join(' ')}`
      }
    } else yield `<${node.nodeName}>`
  }
}

/** An element with its attributes, in the order of the alphabet. */
function nameOf(element: Element): string {
  const name = element.localName
  const attributes = [...element.attributes].map((each) => `${each.name}=${JSON.stringify(each.value)}`)
  return [SAME[name] ?? name, ...attributes.sort()].join(' ')
}

/** Looks that a template gave come back when the mail is sent; its button keeps its words in the middle of three spans. */
function dropOwnLooks(body: HTMLElement): void {
  for (const element of body.querySelectorAll('h1.ink, h2.ink, p.ink')) {
    if (element.className === 'ink') drop(element, ['class', STYLE])
  }
  for (const line of body.querySelectorAll('p')) {
    const button = findButton(line)
    const spans = [...(button?.children ?? [])]
    if (!button || spans.length !== 3 || !spans.every((span) => span.matches('span'))) continue
    drop(line, [STYLE])
    drop(button, [STYLE, 'target'])
    for (const span of spans) span.replaceWith(...span.childNodes)
  }
}

function drop(element: Element, attributes: readonly string[]): void {
  for (const name of attributes) element.removeAttribute(name)
}
