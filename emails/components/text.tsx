import type { ReactNode } from 'react'
import { Heading, Link, Text } from 'react-email'
import { colour } from './theme.ts'

type Children = { children: ReactNode }

export function Paragraph({ children }: Children) {
  return (
    <Text
      className="ink"
      style={{
        margin: '14px 0 0',
        color: colour.ink,
        fontSize: 16,
        lineHeight: '24px',
        overflowWrap: 'anywhere',
      }}
    >
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
    <Heading
      as="h2"
      className="ink"
      style={{ margin: '26px 0 0', color: colour.ink, fontSize: 19, lineHeight: '25px' }}
    >
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
