import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf, KINDS, PLACES } from '#client/features/admin/attention/attention-places.ts'
import { formatMinute, formatShortDay } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { attentionMessages } from '#shared/messages/attention.ts'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { AttentionItem, AttentionKind } from '#shared/schemas/attention.ts'

/** A line of the list of what wants doing. */
export type Task = {
  key: string
  what: string
  note: string
  /** The money that waits; null where none does. */
  amount: string | null
  act: ReactNode
}

/** What needs a person, one line a kind. Payouts that no admin reviewed have notes of their own on the dashboard. */
export function attentionTasks(items: readonly AttentionItem[]): Task[] {
  return [...new Set(items.map(({ kind }) => kind))]
    .filter((kind) => kind !== 'payout')
    .map((kind) =>
      attentionTask(
        kind,
        items.filter((item) => item.kind === kind),
      ),
    )
}

function attentionTask(kind: AttentionKind, alike: readonly AttentionItem[]): Task {
  const [only] = alike.length === 1 ? alike : []
  const amounts = alike.flatMap(({ amount }) => (amount === undefined ? [] : [parsePounds(amount)]))
  const [text, address] = only?.place
    ? [PLACES[only.place.to], addressOf(only.place)]
    : [attentionMessages.title, paths.adminAttention]
  return {
    key: kind,
    what: only ? KINDS[kind] : `${KINDS[kind]}: ${alike.length}`,
    note: only ? `${only.what} ${whenOf(alike)}` : whenOf(alike),
    amount: amounts.length === 0 ? null : formatPounds(sumPence(amounts), { sums: true }),
    act: (
      <Button size="sm" asChild>
        <Link to={address} aria-label={`${text}: ${KINDS[kind]}`}>
          {text}
        </Link>
      </Button>
    ),
  }
}

/** The first deadline; where there is none, since when the oldest waits. */
function whenOf(alike: readonly AttentionItem[]): string {
  const due = alike.flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0]
  if (due && new Date(due) <= new Date()) return 'The time to answer is over.'
  if (due) return `Answer by ${formatMinute(due)}.`
  return `Since ${formatShortDay(alike.map(({ at }) => at).toSorted()[0] ?? '')}.`
}
