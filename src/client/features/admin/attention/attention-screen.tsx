import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { FailedPart, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { ToCheck } from '#client/features/admin/payouts/review-notes.tsx'
import { formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Loading, TableToCome } from '#client/ui/skeleton.tsx'
import { toDoMessages } from '#shared/messages/admin.ts'
import { attentionMessages } from '#shared/messages/attention.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import { addressOf, KINDS, labelOf } from './attention-places.ts'
import { useClubTasks } from './club-tasks.tsx'
import { splitOver, TaskTable, whenOf } from './task-table.tsx'

export function AttentionScreen() {
  return (
    <AdminFrame title={attentionMessages.title}>
      <AttentionList />
    </AdminFrame>
  )
}

/** A row leaves when its matter is settled; those that only an admin can settle have a button. */
function AttentionList() {
  const list = trpc.admin.attention.list.useQuery(undefined, { staleTime: 0 })
  const clubs = useClubTasks()
  // What is to be checked stands above with its button, not twice.
  const listed = list.data?.items.filter(({ kind }) => kind !== 'payout') ?? []
  const isEmpty = list.data?.items.length === 0 && clubs.isKnown && clubs.tasks.length === 0
  const isLeftOut = list.data && listed.length === 0 && !list.isError && !isEmpty
  return (
    <div className="operations">
      <ToCheck />
      {!isLeftOut && (
        <OperationsPart title="Open" query={list}>
          {({ hasMore }) =>
            isEmpty ? <Nothing /> : listed.length > 0 && <Items items={listed} hasMore={hasMore} />
          }
        </OperationsPart>
      )}
      {clubs.isPending && (
        <Loading label={networkMessages.loading}>
          <TableToCome rows={2} />
        </Loading>
      )}
      {clubs.failed.map(({ query, title }) => (
        <FailedPart key={title} query={query} title={title} className="admin-part" />
      ))}
      {clubs.tasks.length > 0 && (
        <section aria-labelledby="clubs-heading">
          <h2 id="clubs-heading" className="admin-heading">
            {toDoMessages.clubs}
          </h2>
          <TaskTable caption={toDoMessages.clubs} tasks={clubs.tasks} />
        </section>
      )}
    </div>
  )
}

function Nothing() {
  return (
    <Empty symbol={<CircleCheck aria-hidden="true" />} title={attentionMessages.nothing} headingLevel={3}>
      Requests, refunds, disputes, payments, Stripe’s balance, documents, emails, payouts, questions and
      applications that want you stand here.
    </Empty>
  )
}

function Items({ items, hasMore }: { items: AttentionItem[]; hasMore: boolean }) {
  return (
    <>
      <DataTable
        caption={attentionMessages.title}
        rows={splitOver(items).flat()}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        columns={[
          {
            heading: 'What happened',
            rowHeading: true,
            cell: (item) => (
              <>
                {item.what}{' '}
                <span className="second-line">
                  {KINDS[item.kind]}. {whenOf(item)}
                </span>
              </>
            ),
          },
          {
            heading: 'Sum',
            figure: true,
            onCard: 'right',
            cell: ({ amount }) => amount && formatSum(amount),
          },
          {
            heading: 'What to do',
            onCard: 'left',
            cell: ({ act, next }) => (
              <span className="table-text table-whole">
                {act} <span className="second-line">The shop: {next}</span>
              </span>
            ),
          },
          { heading: 'Act', hideHeading: true, onCard: 'left', cell: (item) => <Acts item={item} /> },
        ]}
      />
      {hasMore && <p className="list-note small quiet">The oldest of each kind. There are more.</p>}
    </>
  )
}

function Acts({ item: { id, kind, what, place, canClose } }: { item: AttentionItem }) {
  const utils = trpc.useUtils()
  const close = useMutation({
    mutationKey: [['admin', 'attention']],
    mutationFn: () =>
      kind === 'mail'
        ? utils.client.admin.operations.dismissMail.mutate({ id })
        : utils.client.admin.attention.close.mutate({ id }),
    onSuccess: () => toast({ title: attentionMessages.closed, tone: 'good' }),
    onError: (error) => toastFailure(attentionMessages.closeFailed, error),
    onSettled: () => void utils.admin.attention.invalidate(),
  })
  return (
    <Row>
      {place && (
        <Button size="sm" asChild>
          <Link to={addressOf(place)} aria-label={`${labelOf(place)}: ${KINDS[kind]}, ${what}`}>
            {labelOf(place)}
          </Link>
        </Button>
      )}
      {canClose && (
        <Button
          size="sm"
          loading={close.isPending}
          aria-label={`${attentionMessages.done}: ${KINDS[kind]}, ${what}`}
          onClick={() => close.mutate()}
        >
          {attentionMessages.done}
        </Button>
      )}
    </Row>
  )
}
