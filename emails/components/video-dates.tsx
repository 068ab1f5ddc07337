import { longDate, timeOfDay } from '#emails/format.ts'
import { colour } from './theme.ts'

type Props = {
  videos: readonly {
    title: string
    expiresAt: string
    /** A few quiet words below the title. */
    note?: string
  }[]
}

const cell = { padding: '9px 0', borderBottom: `1px solid ${colour.rule}`, color: colour.ink } as const

/** Videos and the London day and time each one closes. */
export function VideoDates({ videos }: Props) {
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
        {videos.map(({ title, expiresAt, note }) => (
          <tr key={title}>
            <td className="ink rule" style={cell}>
              {title}
              {note && (
                <span className="quiet" style={{ display: 'block', color: colour.quiet, fontSize: 14 }}>
                  {note}
                </span>
              )}
            </td>
            <td className="ink rule" style={{ ...cell, paddingLeft: 16, textAlign: 'right' }}>
              {longDate(expiresAt)}, {timeOfDay(expiresAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
