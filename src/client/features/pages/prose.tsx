import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

export type ProseSection = { id: string; heading: string; text: string }

/** The sections of a text; each begins with a line `# id: Heading`. */
export function readSections(text: string): ProseSection[] {
  return text
    .split('\n# ')
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const [id = '', heading = ''] = title.split(/: (.*)/)
      return { id, heading, text: lines.join('\n').trim() }
    })
}

type ProseProps = {
  text: string
  /** What stands in place of a line `{name}`. */
  parts?: Readonly<Record<string, ReactNode>>
  /** How a piece of plain text is shown. */
  show?: (text: string) => ReactNode
}

/** Paragraphs between blank lines, lists of lines that begin with `- `, and links: `[label](address)`. */
export function Prose({ text, parts = {}, show = (piece) => piece }: ProseProps) {
  const element = (tag: 'p' | 'li', words: string) =>
    createElement(tag, { key: words }, ...withLinks(words, show))
  return text.split('\n\n').map((block) => {
    const name = /^\{(\w+)\}$/.exec(block)?.[1]
    if (name !== undefined) return <Fragment key={block}>{parts[name]}</Fragment>
    if (!block.startsWith('- ')) return element('p', block)
    return (
      <ul key={block}>
        {block
          .slice(2)
          .split('\n- ')
          .map((item) => element('li', item))}
      </ul>
    )
  })
}

function withLinks(text: string, show: (text: string) => ReactNode): ReactNode[] {
  return text
    .replace(/\n */g, ' ')
    .split(/(\[[^\]]+\]\([^)]+\))/)
    .map((piece) => {
      const [, label, address = ''] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? []
      if (label === undefined) return show(piece)
      return address.startsWith('/') ? (
        <Link key={piece} to={address}>
          {show(label)}
        </Link>
      ) : (
        <a key={piece} href={address}>
          {show(label)}
        </a>
      )
    })
}

/** The text without its marks. */
export function plainText(text: string): string {
  return text
    .replace(/^- /gm, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
}
