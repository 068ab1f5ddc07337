import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { Heading, Link, Text } from 'react-email'
import { colour } from './theme.ts'

/** The looks of a mail's words, by element. */
export const textStyles = {
  h1: { margin: 0, color: colour.ink, fontSize: 28, lineHeight: '33px', overflowWrap: 'anywhere' },
  h2: { margin: '26px 0 0', color: colour.ink, fontSize: 19, lineHeight: '25px' },
  p: {
    margin: '14px 0 0',
    color: colour.ink,
    fontSize: 16,
    lineHeight: '24px',
    overflowWrap: 'anywhere',
  },
} as const satisfies Record<string, CSSProperties>

type Children = { children?: ReactNode }

/** The one heading of a mail. */
export function Title({ children }: Children) {
  return (
    <Heading as="h1" className="ink" style={textStyles.h1}>
      {children}
    </Heading>
  )
}

/** Text as it was typed: an empty line begins a paragraph, a line break stays one. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/(?:\r?\n[ \t]*){2,}/)
  return createElement(
    Fragment,
    null,
    ...paragraphs.map((paragraph) => createElement(Paragraph, null, ...withBreaks(paragraph))),
  )
}

function withBreaks(paragraph: string): ReactNode[] {
  return paragraph
    .split(/\r?\n/)
    .flatMap((line, index) => (index === 0 ? [line] : [createElement('br', { key: `break ${index}` }), line]))
}

export function Paragraph({ children }: Children) {
  return (
    <Text className="ink" style={textStyles.p}>
      {children}
    </Text>
  )
}

export function Quiet({ children }: Children) {
  return (
    <Text
      className="quiet"
      style={{
        margin: '12px 0 0',
        color: colour.quiet,
        fontSize: 15,
        lineHeight: '22px',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Text>
  )
}

export function Subheading({ children }: Children) {
  return (
    <Heading as="h2" className="ink" style={textStyles.h2}>
      {children}
    </Heading>
  )
}

/** A link inside a sentence: underlined, in the colour of the words around it. */
export function TextLink({ href, children }: Children & { href: string }) {
  return (
    <Link href={href} style={{ color: 'inherit', textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

/** A code to read off and type: large, spaced, alone on its line in the text part too. */
export function Code({ children }: Children) {
  return (
    <Text
      className="ink edge"
      style={{
        margin: '18px 0 0',
        padding: '12px 16px',
        border: `1px solid ${colour.ink}`,
        color: colour.ink,
        fontSize: 28,
        fontWeight: 700,
        letterSpacing: '0.12em',
        lineHeight: '34px',
        textAlign: 'center',
      }}
    >
      {children}
    </Text>
  )
}
