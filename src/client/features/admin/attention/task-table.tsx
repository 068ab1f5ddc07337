import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMinute, formatSum } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { attentionMessages } from '#shared/messages/attention.ts'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import { addressOf, KINDS, labelOf } from './attention-places.ts'

/** A line of the list of what wants doing. */
export type Task = {
  key: string
  what: string
  note: string
  /** The money that waits; null where none does. */
  amount: string | null
  act: ReactNode
}

/** A matter of the list of what needs attention as a line of the dashboard: the same words. */
export function taskOf(item: AttentionItem): Task {
  const { id, kind, what, act, amount, place } = item
  const [label, address] = place
    ? [labelOf(place), addressOf(place)]
    : [attentionMessages.title, paths.adminAttention]
  return {
    key: `${kind}-${id}`,
    what,
    note: `${whenOf(item)}. ${act}`,
    amount: amount === undefined ? null : formatSum(amount),
    act: (
      <Button size="sm" asChild>
        <Link to={address} aria-label={`${label}: ${KINDS[kind]}, ${what}`}>
          {label}
        </Link>
      </Button>
    ),
  }
}

/** Until when an answer is wanted; where there is no deadline, since when it waits. */
export function whenOf({ dueAt, at }: Pick<AttentionItem, 'dueAt' | 'at'>): string {
  return dueAt ? `Answer by ${formatMinute(dueAt)}` : `Since ${formatMinute(at)}`
}

export function TaskTable({ caption, tasks }: { caption: string; tasks: readonly Task[] }) {
  return (
    <DataTable
      caption={caption}
      rows={tasks}
      rowKey={({ key }) => key}
      columns={[
        {
          heading: 'What',
          rowHeading: true,
          cell: ({ what, note }) => (
            <>
              {what} <span className="second-line">{note}</span>
            </>
          ),
        },
        { heading: 'Sum', figure: true, onCard: 'right', cell: ({ amount }) => amount },
        { heading: 'Act', hideHeading: true, onCard: 'left', cell: ({ act }) => act },
      ]}
    />
  )
}
