import { Link } from 'react-router'
import { useClubTasks } from '#client/features/admin/attention/club-tasks.tsx'
import { splitOver, TaskTable, taskOf } from '#client/features/admin/attention/task-table.tsx'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { ToCheck } from '#client/features/admin/payouts/review-notes.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Split } from '#client/ui/layout.tsx'
import { Loading, TableToCome } from '#client/ui/skeleton.tsx'
import { toDoMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'

/** More stand under Needs attention. */
const FIRST_TASKS = 5

/** How much needs attention, and the first of it, each with its sum and the way to settle it. */
export function ToDo() {
  const attention = trpc.admin.attention.list.useQuery(undefined, { staleTime: 0 })
  const clubs = useClubTasks()
  const items = attention.data?.items ?? []
  // What is to be checked stands below with its button, not twice.
  const elsewhere = items.filter(({ kind }) => kind === 'payout').length
  const [open, over] = splitOver(items.filter(({ kind }) => kind !== 'payout'))
  const tasks = [...open.map(taskOf), ...clubs.tasks, ...over.map(taskOf)]
  const isPending = attention.isPending || clubs.isPending
  const isKnown = attention.data && clubs.isKnown
  const count = tasks.length + elsewhere
  // The part of the page further down says when applications could not be loaded.
  const failed = [
    { query: attention, title: toDoMessages.attentionFailed },
    ...clubs.failed.filter(({ title }) => title !== toDoMessages.applicationsFailed),
  ].filter(({ query }) => query.isError && !query.data)
  return (
    <section aria-labelledby="to-do-heading" className="admin-part">
      <Split>
        <h2 id="to-do-heading" className="admin-heading">
          {toDoMessages.title}{' '}
          {!isPending && count > 0 && <CountBadge count={count} label={toDoMessages.open} />}
        </h2>
        {!isPending && tasks.length > FIRST_TASKS && (
          <Link className="link" to={paths.adminAttention}>
            {toDoMessages.all(`${count}${attention.data?.hasMore ? ' and more' : ''}`)}
          </Link>
        )}
      </Split>
      {failed.map(({ query, title }) => (
        <FailedPart key={title} query={query} title={title} className="admin-part" />
      ))}
      {isPending && (
        <Loading label={networkMessages.loading}>
          <TableToCome rows={2} />
        </Loading>
      )}
      {!isPending && tasks.length > 0 && (
        <TaskTable caption={toDoMessages.title} tasks={tasks.slice(0, FIRST_TASKS)} />
      )}
      {isKnown && count === 0 && <p className="quiet">{toDoMessages.nothing}</p>}
      <ToCheck />
    </section>
  )
}
