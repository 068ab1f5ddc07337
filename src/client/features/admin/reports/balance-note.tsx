import type { ReactNode } from 'react'
import { Note } from '#client/ui/alert.tsx'
import { reportMessages } from '#shared/messages/reports.ts'

type BalanceNoteProps = {
  /** What does not fit, in words; none: it balances. */
  problems: readonly string[]
  /** How one sees that it balances. */
  children: ReactNode
}

/** At the top of a report: whether it balances, and what does not fit. */
export function BalanceNote({ problems, children }: BalanceNoteProps) {
  if (problems.length === 0) {
    return (
      <Note tone="good" title={reportMessages.balances} className="report-balance">
        {children}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="off" title={reportMessages.unbalanced} className="report-balance">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Note>
  )
}
