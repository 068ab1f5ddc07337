import type { ReactNode } from 'react'

export type Fact = { label: string; value: ReactNode }

function Pairs({ className, facts }: { className: string; facts: readonly Fact[] }) {
  return (
    <dl className={className}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Large figures in a frame, at the head of a dashboard. */
export function Stats({ facts }: { facts: readonly Fact[] }) {
  return <Pairs className="stats" facts={facts} />
}

/** Three short facts under a rule, as at the foot of a title block. */
export function FactLine({ facts }: { facts: readonly Fact[] }) {
  return <Pairs className="detail-line" facts={facts} />
}

/** Label and value, two columns; one where they stand in a place too narrow for both. */
export function KeyValues({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className="key-values-room">
      <dl className="key-values">
        {facts.map((fact) => (
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
export function RuledList({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="ruled-list">
      {facts.map((fact) => (
        <li key={fact.label}>
          <span>{fact.label}</span>
          <span>{fact.value}</span>
        </li>
      ))}
    </ul>
  )
}
