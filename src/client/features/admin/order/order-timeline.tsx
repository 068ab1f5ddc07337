import { eventLabels, MAIL_STATES, methodLabels } from '#client/features/admin/orders/order-labels.ts'
import { formatDay, formatMinute, formatSum } from '#client/lib/format.ts'
import { mailName } from '#shared/mail-names.ts'
import { requestReasons } from '#shared/messages/refund-requests.ts'
import type { AuditOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

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
  const paid = payment
    ? `Paid ${formatSum(detail.total)} by ${methodLabels(payment.method)}`
    : 'Nothing to pay'
  return [
    { key: 'created', at: detail.createdAt, what: `Order made, ${formatSum(detail.total)} to pay` },
    ...(cancellation.right === 'waived'
      ? happening(
          'consent',
          cancellation.agreedAt,
          'Gave up the 14 days to cancel',
          `“${cancellation.wording}”`,
        )
      : []),
    ...happening('paid', paidAt, paid),
    ...happening('cancelled', cancelledAt, 'Order cancelled'),
  ]
}

/** What happened at a time; nothing where there is no time. */
function happening(key: string, at: string | null | undefined, what: string, note?: string): Happening[] {
  return at ? [{ key, at, what, ...(note !== undefined && { note }) }] : []
}

function watching({ lines }: OrderDetailOutput): Happening[] {
  return lines.flatMap(({ id, title, watched, access }) => {
    const end = `Last watched ${title}, at ${watched?.percent}%${watched?.completed ? ', completed' : ''}`
    return [
      ...happening(`began-${id}`, watched?.startedAt, `Began ${title}`),
      ...happening(`watched-${id}`, watched?.updatedAt, end),
      ...happening(`ended-${id}`, access?.revokedAt, `Access to ${title} ended`),
    ]
  })
}

function moneyBack({ refunds, disputes }: OrderDetailOutput): Happening[] {
  return [
    ...refunds.flatMap(({ id, amount, createdAt, adminEmail, reason, status, settledAt }) => {
      const what = `Refund of ${formatSum(amount)}`
      return [
        ...happening(id, createdAt, `${what} ${adminEmail ? `by ${adminEmail}` : 'begun'}`, reason),
        ...happening(`${id}-failed`, status === 'failed' ? settledAt : null, `${what} failed`),
      ]
    }),
    ...disputes.flatMap(({ id, amount, openedAt, closedAt, status }) => [
      ...happening(id, openedAt, `Dispute over ${formatSum(amount)} opened`),
      ...happening(`${id}-closed`, closedAt, `Dispute ${status}`),
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

/** Why, as an admin wrote it or as a student chose it. */
const inWords = (reason: string) => new Map(Object.entries<string>(requestReasons)).get(reason) ?? reason

/** What admins did, in words; what the detail tells in another place already is left out. */
export function audited({ id, at, action, adminEmail, details }: AuditOutput): Happening[] {
  const by = adminEmail ? ` by ${adminEmail}` : ''
  const note = typeof details.reason === 'string' ? { note: inWords(details.reason) } : {}
  const until = typeof details.until === 'string' ? ` until ${formatDay(details.until)}` : ''
  const address = `Address changed from ${details.from} to ${details.to}`
  const whats: Readonly<Record<string, string>> = {
    'refund.recognised': 'Refund recognised at Stripe',
    'refund.released': 'Held refund sent',
    'refund.retried': 'Refund asked for again',
    'refund.paidOtherwise': 'Refund paid another way',
    'refund.dropped': 'Refund not owed any more',
    'refund.assigned': 'Refund assigned to films',
    'refundRequest.made': `${details.wish === 'exchange' ? 'Exchange' : 'Refund'} asked for by the student`,
    'refundRequest.granted': 'Request granted',
    'refundRequest.declined': 'Request declined',
    'refundRequest.withdrawn': 'Request withdrawn by the student',
    'refundRequest.settled': 'Request settled: the money went back',
    'access.extended': `Access extended${until}`,
    'access.granted': `Access granted${until}`,
    'student.emailChanged': address,
    'student.emailCorrected': `Change of address from ${details.from} to ${details.to} sent to confirm`,
    'student.passwordLinkSent': 'Password link sent',
    'student.sessionsEnded': 'Signed out everywhere',
  }
  if (action === 'refund.requested') return []
  const what =
    action === 'mail.resent'
      ? `Sent again${by}: ${mailName(String(details.template))}`
      : `${whats[action] ?? action}${by}`
  return [{ key: id, at, what, ...note }]
}
