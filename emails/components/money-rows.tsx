import { pounds } from '#emails/format.ts'
import { colour } from './theme.ts'

type MoneyRow = { label: string; note?: string; pence: number }

type Props = { rows: readonly MoneyRow[]; total: MoneyRow }

const base = { padding: '9px 0', borderBottom: `1px solid ${colour.rule}`, verticalAlign: 'top' } as const
const large = { ...base, fontSize: 19, fontWeight: 700 } as const
const amount = { whiteSpace: 'nowrap', textAlign: 'right', paddingLeft: 16 } as const

/** Sums ruled like a logbook: one row a line, the total under them. */
export function MoneyRows({ rows, total }: Props) {
  return (
    <table
      className="edge"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      data-text-format="dataTable"
      style={{ margin: '18px 0 0', borderTop: `2px solid ${colour.ink}`, fontSize: 16, lineHeight: '23px' }}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td className="ink rule" style={{ ...base, color: colour.ink }}>
              {row.label}
              {row.note !== undefined && (
                <div className="quiet" style={{ color: colour.quiet, fontSize: 15 }}>
                  {row.note}
                </div>
              )}
            </td>
            <td className="ink rule" style={{ ...base, ...amount, color: colour.ink }}>
              {pounds(row.pence)}
            </td>
          </tr>
        ))}
        <tr>
          <td className="ink rule" style={{ ...large, color: colour.ink }}>
            {total.label}
          </td>
          <td className="ink rule" style={{ ...large, ...amount, color: colour.ink }}>
            {pounds(total.pence)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
