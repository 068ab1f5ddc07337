import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DocumentButton } from '#client/lib/document-button.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { formatDay, formatSum } from '#client/lib/format.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { PageSpinner, RequireStudent } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { less } from '#client/site/quote-rows.tsx'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Page, Row, Stack } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { cartMessages, collectionDiscountLabel } from '#shared/messages/cart.ts'
import { requestMessages } from '#shared/messages/refund-requests.ts'
import { parsePounds } from '#shared/money/money.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import type { AskRefundOutput, CaseLineOutput, RefundCaseOutput } from '#shared/schemas/refund-requests.ts'
import { boughtWhen, watchedText } from './components/refund-case.ts'
import { RefundForm } from './components/refund-form.tsx'
import { FailedRefund, RefundRequests } from './components/refund-requests.tsx'
import { RefundRules } from './components/refund-rules.tsx'

/** One order, what the rules on refunds are in its case, and the way to ask: `?order=`, or `?film=` for the order that opened it. */
export function OrderScreen() {
  return (
    <RequireStudent signInPath={paths.login()} pending={<PageSpinner />}>
      {(user) => <Order key={user.id} user={user} />}
    </RequireStudent>
  )
}

function Order({ user }: { user: UserOutput }) {
  const [search] = useSearchParams()
  const videoId = Number(search.get('film'))
  const of = videoId > 0 ? { videoId } : { orderId: search.get('order') ?? '' }
  const { checkout } = trpc.useUtils()
  const found = trpc.checkout.refundCase.useQuery(of, { staleTime: 0 })
  if (found.isPending) return <PageSpinner />
  if (!found.data) {
    return (
      <Page>
        <h1>{requestMessages.title}</h1>
        {errorCode(found.error) === 'ORDER_NOT_FOUND' ? (
          <Note className="page-part" actions={<LinkButton to={paths.contact}>Write to us</LinkButton>}>
            {requestMessages.notBought}
          </Note>
        ) : (
          <LoadError query={found} className="page-part" />
        )}
      </Page>
    )
  }
  return (
    <OrderCase
      user={user}
      found={found.data}
      videoId={videoId}
      onSent={(request) =>
        checkout.refundCase.setData(of, (before) => before && withRequest(before, request))
      }
    />
  )
}

type OrderCaseProps = {
  user: UserOutput
  found: RefundCaseOutput
  /** The video that the link was about; 0 where it was about the order. */
  videoId: number
  onSent: (request: AskRefundOutput) => void
}

function OrderCase({ user, found, videoId, onSent }: OrderCaseProps) {
  const [changedId, setChangedId] = useState('')
  const { lines, documents, paidAt, total, discounts, isDisputed } = found
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  // What was asked stands in the place of the form; another request is a press away.
  const [isAgain, setAgain] = useState(false)
  const hasAsked = found.requests.some(({ status }) => status !== 'withdrawn')
  const askable = isDisputed ? [] : lines.filter(({ refund, isAsked }) => refund === 'none' && !isAsked)
  return (
    <Page>
      <PrintHead />
      <h1>{invoice ? `Order ${invoice.number}` : requestMessages.title}</h1>
      <p className="lede">
        Bought on {formatDay(paidAt)}, {boughtWhen(found)}, for {formatSum(total)}.
      </p>
      <Stack className="page-part">
        <div>
          <Videos lines={lines} discounts={discounts} />
          {(discounts || lines.length > 1) && <Sums total={total} discounts={discounts} />}
        </div>
        <Row className="no-print">
          {documents.map((document) => (
            <span key={document.id} className="row">
              {document.number} <DocumentButton userId={user.id} document={document} />
            </span>
          ))}
        </Row>
      </Stack>
      <section className="step page-part" aria-labelledby="wrong-heading">
        <h2 id="wrong-heading">{requestMessages.link}</h2>
        <Stack>
          {found.failed && <FailedRefund failed={found.failed} />}
          <RefundRequests found={found} email={user.email} changedId={changedId} onWithdrawn={setChangedId} />
          <div className="stack request-columns">
            {(askable.length > 0 || isDisputed) && <RefundRules found={found} />}
            {askable.length > 0 &&
              (hasAsked && !isAgain ? (
                <Row className="no-print">
                  <Button onClick={() => setAgain(true)}>Ask for something else</Button>
                </Row>
              ) : (
                <RefundForm
                  // Once some of them were asked for, the choice begins again.
                  key={askable.map(({ id }) => id).join()}
                  found={found}
                  askable={askable}
                  videoId={videoId}
                  isOpened={isAgain}
                  onSent={(request) => {
                    onSent(request)
                    setAgain(false)
                    setChangedId(request.requestId)
                  }}
                />
              ))}
          </div>
        </Stack>
      </section>
    </Page>
  )
}

function withRequest(found: RefundCaseOutput, request: AskRefundOutput): RefundCaseOutput {
  // The version before answers with the id alone; the order is fetched again in any case.
  if (!('lineIds' in request)) return found
  return {
    ...found,
    lines: found.lines.map((line) => (request.lineIds.includes(line.id) ? { ...line, isAsked: true } : line)),
    requests: [request, ...found.requests.filter(({ id }) => id !== request.id)],
  }
}

/** From the list prices above to what was paid. */
function Sums({ total, discounts }: Pick<RefundCaseOutput, 'total' | 'discounts'>) {
  const rows: MoneyRow[] = discounts
    ? [
        { label: 'Subtotal', amount: formatSum(discounts.subtotal) },
        ...less(collectionDiscountLabel, parsePounds(discounts.collection)),
        ...less(cartMessages.codeRow(discounts.percent, discounts.club), parsePounds(discounts.referral)),
      ]
    : []
  return (
    <div className="order-sums">
      <MoneyRows rows={[...rows, { label: 'Total', amount: formatSum(total), kind: 'total' }]} />
    </div>
  )
}

function Videos({ lines, discounts }: Pick<RefundCaseOutput, 'lines' | 'discounts'>) {
  return (
    <DataTable
      caption="Films of this order"
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: 'Film',
          rowHeading: true,
          cell: ({ title, exchangedFor }) => (
            <>
              {title}
              {exchangedFor && <span className="second-line">exchanged for {exchangedFor}</span>}
            </>
          ),
        },
        ...(discounts
          ? [
              {
                heading: 'Price',
                figure: true,
                cell: ({ price, paid }: CaseLineOutput) => formatSum(price ?? paid),
              },
            ]
          : []),
        { heading: 'Paid', figure: true, cell: ({ paid }) => formatSum(paid) },
        { heading: 'Watched', cell: ({ watched }) => watchedText(watched) },
        {
          heading: 'Open until',
          cell: ({ refund, expiresAt }) =>
            refund === 'refunded'
              ? 'Refunded'
              : expiresAt && <span className="figure">{formatDay(expiresAt)}</span>,
        },
      ]}
    />
  )
}
