import type { EmailSite } from '#emails/prop-parts.ts'
import { TextLink } from './text.tsx'
import { colour } from './theme.ts'

const line = { margin: '0 0 8px', color: colour.quiet, fontSize: 14, lineHeight: '21px' }

type Props = { site: EmailSite; reason: string; unsubscribeUrl?: string; isForStaff?: boolean }

/** Reason, contact, and the trader's details as regulation 6 of the Electronic Commerce Regulations 2002 requires. */
export function Foot({ site, reason, unsubscribeUrl, isForStaff = false }: Props) {
  const numbers = [
    site.companyNumber === null ? null : `Company number ${site.companyNumber}.`,
    site.vatNumber === null ? null : `VAT number ${site.vatNumber}.`,
  ].filter((part) => part !== null)

  return (
    <>
      {!isForStaff && (
        <p className="quiet" style={line}>
          Questions? Reply to this email: the instructor reads it.
        </p>
      )}
      <p className="quiet" style={line}>
        {reason}
      </p>
      {unsubscribeUrl !== undefined && (
        <p className="quiet" style={line}>
          <TextLink href={unsubscribeUrl}>Unsubscribe from news</TextLink>
        </p>
      )}
      <p className="quiet" style={{ ...line, margin: 0 }}>
        {site.name}, {site.address}
        <br />
        <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>
        {numbers.length > 0 && <br />}
        {numbers.join(' ')}
      </p>
    </>
  )
}
