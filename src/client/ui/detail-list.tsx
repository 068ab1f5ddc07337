import type { ReactNode } from 'react'

type Detail = { label: string; value: ReactNode }

/** Labels and values as details; what has no value is left out. */
export function detailsOf(pairs: readonly (readonly [string, ReactNode])[]): Detail[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

type DetailsProps = { details: readonly Detail[] }

function Pairs({ className, details }: DetailsProps & { className: string }) {
  return (
    <dl className={className}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Large figures in a frame, at the head of a dashboard. */
export function Stats({ details }: DetailsProps) {
  return <Pairs className="stats" details={details} />
}

/** Three short details under a rule, as at the foot of a title block. */
export function DetailLine({ details }: DetailsProps) {
  return <Pairs className="detail-line" details={details} />
}

/** Label and value, two columns; one where they stand in a place too narrow for both. */
export function KeyValues({ details }: DetailsProps) {
  return (
    <div className="key-values-room">
      <Pairs className="key-values" details={details} />
    </div>
  )
}

/** Label on the left, value in bold on the right, a hairline between rows. */
export function RuledList({ details }: DetailsProps) {
  return (
    <ul className="ruled-list">
      {details.map(({ label, value }) => (
        <li key={label}>
          <span>{label}</span>
          <span>{value}</span>
        </li>
      ))}
    </ul>
  )
}
