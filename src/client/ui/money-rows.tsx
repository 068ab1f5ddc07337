import type { ReactNode } from 'react'

export type MoneyRow = {
  label: ReactNode
  /** Already worded: "£120.00", "−£12.00". */
  amount: ReactNode
  /** `quiet` for what a sum contains, `carried` for a sum brought or carried forward, `total` once, last. */
  kind?: 'plain' | 'quiet' | 'carried' | 'total'
}

/** A sum, ruled as in a logbook. */
export function MoneyRows({ rows }: { rows: readonly MoneyRow[] }) {
  return (
    <dl className="money-rows">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own and keep their order
        <div key={index} data-kind={row.kind}>
          <dt>{row.label}</dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
    </dl>
  )
}
