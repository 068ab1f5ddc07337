import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row } from '#client/ui/layout.tsx'
import { attentionMessages } from '#shared/messages/attention.ts'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import { addressOf, KINDS, PLACES } from './attention-places.ts'

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
  return (
    <div className="operations">
      <OperationsPart title="Open" query={list}>
        {({ items, hasMore }) => (items.length > 0 ? <Items items={items} hasMore={hasMore} /> : <Nothing />)}
      </OperationsPart>
    </div>
  )
}

function Nothing() {
  return (
    <Empty symbol={<CircleCheck aria-hidden="true" />} title={attentionMessages.nothing} headingLevel={3}>
      Requests, refunds, disputes, payments, Stripe’s balance, documents, emails, payouts and questions that
      want you stand here.
    </Empty>
  )
}

function Items({ items, hasMore }: { items: AttentionItem[]; hasMore: boolean }) {
  return (
    <>
      <DataTable
        caption={attentionMessages.title}
        rows={items}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        columns={[
          { heading: 'Kind', rowHeading: true, cell: ({ kind }) => KINDS[kind] },
          {
            heading: 'What happened',
            cell: ({ what, at, dueAt }) => (
              <span className="table-text">
                {what}
                <br />
                <span className="small quiet">
                  {dueAt ? `Answer by ${formatMinute(dueAt)}` : `Since ${formatMinute(at)}`}
                </span>
              </span>
            ),
          },
          { heading: 'The shop', cell: ({ next }) => <span className="table-text">{next}</span> },
          { heading: 'You', cell: ({ act }) => <span className="table-text">{act}</span> },
          { heading: 'Act', hideHeading: true, cell: (item) => <Acts item={item} /> },
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
          <Link to={addressOf(place)} aria-label={`${PLACES[place.to]}: ${KINDS[kind]}, ${what}`}>
            {PLACES[place.to]}
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
