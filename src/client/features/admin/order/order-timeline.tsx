import { eventLabels, MAIL_STATES, methodLabels } from '#client/features/admin/orders/order-labels.ts'
import { formatDay, formatMinute, formatSum } from '#client/lib/format.ts'
import { mailName } from '#shared/mail-names.ts'
import type { AuditOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

/** What happened, the oldest first. */
export function OrderTimeline({ happenings }: { happenings: readonly Happening[] }) {
  return (
    <section aria-labelledby="timeline-heading">
      <h2 className="order-heading" id="timeline-heading">
        What happened
      </h2>
      <ol className="timeline">
        {happenings.map(({ key, at, what, note }) => (
          <li key={key}>
            <time className="figure" dateTime={at}>
              {formatMinute(at)}
            </time>
            <div>
              {what}
              {note && <p className="small quiet">{note}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One thing that happened; `note` is the smaller line below it. */
type Happening = { key: string; at: string; what: string; note?: string }

const money = (pounds: string) => formatSum(pounds)

/** Everything that happened to an order, the oldest first. What happened at the same moment keeps this order. */
export function orderTimeline(detail: OrderDetailOutput): Happening[] {
  return [
    ...ownTimes(detail),
    ...watching(detail),
    ...moneyBack(detail),
    ...detail.documents.map((document) => ({
      key: document.id,
      at: document.date,
      what: `${document.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${document.number} made`,
    })),
    ...mails(detail),
    ...detail.events.map((event) => ({
      key: event.id,
      at: event.receivedAt,
      what: `Stripe: ${eventLabels(event.type)}`,
      ...(event.lastError !== null && { note: event.lastError }),
    })),
    ...detail.audit.flatMap(audited),
    // Stripe tells whole seconds: within one, the order stands before what became of it.
  ].toSorted((a, b) => secondOf(a).localeCompare(secondOf(b)))
}

const secondOf = ({ at }: { at: string }) => at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)

function ownTimes(detail: OrderDetailOutput): Happening[] {
  const { cancellation, paidAt, cancelledAt, payment } = detail
  return [
    { key: 'created', at: detail.createdAt, what: `Order made, ${money(detail.total)} to pay` },
    ...(cancellation.right === 'waived'
      ? [
          {
            key: 'consent',
            at: cancellation.agreedAt,
            what: 'Gave up the 14 days to cancel',
            note: `“${cancellation.wording}”`,
          },
        ]
      : []),
    ...(paidAt
      ? [
          {
            key: 'paid',
            at: paidAt,
            what: payment
              ? `Paid ${money(detail.total)} by ${methodLabels(payment.method)}`
              : 'Nothing to pay',
          },
        ]
      : []),
    ...(cancelledAt ? [{ key: 'cancelled', at: cancelledAt, what: 'Order cancelled' }] : []),
  ]
}

function watching({ lines }: OrderDetailOutput): Happening[] {
  return lines.flatMap(({ id, title, watched, access }) => [
    ...(watched
      ? [
          { key: `began-${id}`, at: watched.startedAt, what: `Began ${title}` },
          {
            key: `watched-${id}`,
            at: watched.updatedAt,
            what: `Last watched ${title}, at ${watched.percent}%${watched.completed ? ', completed' : ''}`,
          },
        ]
      : []),
    ...(access?.revokedAt
      ? [{ key: `ended-${id}`, at: access.revokedAt, what: `Access to ${title} ended` }]
      : []),
  ])
}

function moneyBack({ refunds, disputes }: OrderDetailOutput): Happening[] {
  return [
    ...refunds.flatMap((refund) => [
      {
        key: refund.id,
        at: refund.createdAt,
        what: `Refund of ${money(refund.amount)} ${refund.adminEmail ? `by ${refund.adminEmail}` : 'begun'}`,
        note: refund.reason,
      },
      ...(refund.status === 'failed' && refund.settledAt
        ? [
            {
              key: `${refund.id}-failed`,
              at: refund.settledAt,
              what: `Refund of ${money(refund.amount)} failed`,
            },
          ]
        : []),
    ]),
    ...disputes.flatMap((dispute) => [
      { key: dispute.id, at: dispute.openedAt, what: `Dispute over ${money(dispute.amount)} opened` },
      ...(dispute.closedAt
        ? [{ key: `${dispute.id}-closed`, at: dispute.closedAt, what: `Dispute ${dispute.status}` }]
        : []),
    ]),
  ]
}

function mails(detail: OrderDetailOutput): Happening[] {
  return detail.mails.map(({ id, template, status, to, createdAt, sentAt, lastError }) => ({
    key: id,
    at: sentAt ?? createdAt,
    what: `Email ${MAIL_STATES[status].label.toLowerCase()}: ${mailName(template)}`,
    note: lastError === null ? to : `${to}: ${lastError}`,
  }))
}

/** What admins did, in label; what the detail tells in another place already is left out. */
export function audited({ id, at, action, adminEmail, details }: AuditOutput): Happening[] {
  const by = adminEmail ? ` by ${adminEmail}` : ''
  const note = typeof details.reason === 'string' ? { note: details.reason } : {}
  const until = typeof details.until === 'string' ? ` until ${formatDay(details.until)}` : ''
  const row = (what: string): Happening[] => [{ key: id, at, what, ...note }]
  switch (action) {
    case 'refund.requested':
      return []
    case 'refund.recognised':
      return row(`Refund recognised at Stripe${by}`)
    case 'refund.released':
      return row(`Held refund sent${by}`)
    case 'refund.retried':
      return row(`Refund asked for again${by}`)
    case 'refund.paidOtherwise':
      return row(`Refund paid another way${by}`)
    case 'refund.dropped':
      return row(`Refund not owed any more${by}`)
    case 'refund.assigned':
      return row(`Refund assigned to films${by}`)
    case 'access.extended':
      return row(`Access extended${until}${by}`)
    case 'access.granted':
      return row(`Access granted${until}${by}`)
    case 'student.emailChanged':
      return row(`Address changed from ${details.from} to ${details.to}${by}`)
    case 'mail.resent':
      return row(`Sent again${by}: ${mailName(String(details.template))}`)
    default:
      return row(`${action}${by}`)
  }
}
