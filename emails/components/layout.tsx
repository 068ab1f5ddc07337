import type { ReactNode } from 'react'
import { Body, Container, Head, Html, Preview, Section } from 'react-email'
import type { EmailSite } from '#emails/prop-parts.ts'
import { Foot } from './foot.tsx'
import { Title } from './text.tsx'
import { BRAND, colour, fontFamily, styleSheet } from './theme.ts'

type Props = {
  site: EmailSite
  title: string
  /** What an inbox shows after the subject. */
  preview: string
  /** Why this mail was sent, in one sentence of the foot. */
  reason: string
  /** News alone: where its reader says no to more of them (RFC 8058). Its content brings its own heading. */
  unsubscribeUrl?: string
  /** For mails to the shop's own staff, who need no contact line. */
  isForStaff?: boolean
  children: ReactNode
}

const card = {
  maxWidth: 560,
  background: colour.document,
  border: `1px solid ${colour.ink}`,
  color: colour.ink,
  fontSize: 16,
  lineHeight: '24px',
}

const name = {
  padding: '20px 28px',
  borderBottom: `6px double ${colour.ink}`,
  color: colour.ink,
  fontSize: 19,
  fontWeight: 700,
}

const foot = { padding: '18px 28px 20px', borderTop: `1px solid ${colour.rule}` }

/** The sheet every mail is written on: name over a double rule, one heading, and the trader in the foot. */
export function Layout(props: Props) {
  const { site, title, preview, reason, unsubscribeUrl, isForStaff = false, children } = props
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet}</style>
      </Head>
      <Body lang="en-GB" className="sheet" style={{ margin: 0, fontFamily }}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Section className="sheet" style={{ padding: '24px 12px', background: colour.sheet }}>
          <Container className="card" style={card}>
            <Section className="ink edge" tdClassName="pad" style={name}>
              {BRAND}
            </Section>
            <Section tdClassName="pad" style={{ padding: '28px' }}>
              {unsubscribeUrl === undefined && <Title>{title}</Title>}
              {children}
            </Section>
            <Section className="rule" tdClassName="pad" style={foot}>
              <Foot
                site={site}
                reason={reason}
                isForStaff={isForStaff}
                {...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl })}
              />
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  )
}
