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

/** A server of the version before does not say what is late. */
type Dated = Pick<AttentionItem, 'kind' | 'dueAt' | 'at'> & Partial<Pick<AttentionItem, 'isLate'>>

const isPast = ({ dueAt, isLate = dueAt !== null && new Date(dueAt) <= new Date() }: Dated) => isLate

/** A dispute that the bank decides alone by now: nothing can be done about it, and it leaves by itself. */
const isOver = (item: Dated) => item.kind === 'dispute' && isPast(item)

/** Items that can still be acted on, and those whose time has passed. */
export function splitOver<Item extends Dated>(items: readonly Item[]): [Item[], Item[]] {
  return [items.filter((item) => !isOver(item)), items.filter(isOver)]
}

/** Until when an answer is wanted, or was; where there is no deadline, since when it waits. */
export function whenOf(item: Dated): string {
  const { dueAt, at } = item
  if (!dueAt) return `Since ${formatMinute(at)}`
  if (isOver(item)) return `The time to answer ended on ${formatMinute(dueAt)}`
  return isPast(item) ? `Was due on ${formatMinute(dueAt)}` : `Answer by ${formatMinute(dueAt)}`
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
