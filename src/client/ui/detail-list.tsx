import type { ReactNode } from 'react'

export type Fact = { label: string; value: ReactNode }

function Pairs({ className, details }: { className: string; details: readonly Fact[] }) {
  return (
    <dl className={className}>
      {details.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Large figures in a frame, at the head of a dashboard. */
export function Stats({ details }: { details: readonly Fact[] }) {
  return <Pairs className="stats" details={details} />
}

/** Three short facts under a rule, as at the foot of a title block. */
export function FactLine({ details }: { details: readonly Fact[] }) {
  return <Pairs className="detail-line" details={details} />
}

/** Label and value, two columns; one where they stand in a place too narrow for both. */
export function KeyValues({ details }: { details: readonly Fact[] }) {
  return (
    <div className="key-values-room">
      <dl className="key-values">
        {details.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Label on the left, value in bold on the right, a hairline between rows. */
export function RuledList({ details }: { details: readonly Fact[] }) {
  return (
    <ul className="ruled-list">
      {details.map((fact) => (
        <li key={fact.label}>
          <span>{fact.label}</span>
          <span>{fact.value}</span>
        </li>
      ))}
    </ul>
  )
}
