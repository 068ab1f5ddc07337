import { invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { formatLondonDate } from '#shared/calendar/calendar.ts'
import { mailName } from '#shared/mail-names.ts'
import { requestReasons } from '#shared/messages/refund-requests.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { deviceName } from '#shared/text/device-name.ts'
import type { DisputedPayment, UseOfOrder } from './evidence-queries.ts'

/** One thing that happened, with its time in UTC as text. */
export type FactLine = { at: string; text: string }

/** What the shop can say to a bank about a disputed payment, in words. */
export type EvidenceFacts = {
  disputeId: string
  stripeDisputeId: string
  chargeId: string | null
  amount: string
  orderId: string
  invoice: { id: string; number: string } | null
  seller: string
  customer: { name: string; email: string; address: string | null; since: string; confirmed: string | null }
  product: string
  boughtOn: string
  paid: string
  /** The wording and the time at which the right to cancel was given up; null where it was kept. */
  consent: { wording: string; at: string } | null
  /** When the email left that confirms the order and the right to cancel; null where none did. */
  confirmedAt: string | null
  policyAddress: string
  access: FactLine[]
  watched: FactLine[]
  mails: FactLine[]
  messages: FactLine[]
}

type Input = {
  dispute: DisputedPayment
  use: UseOfOrder
  seller: { name: string }
  publicUrl: string
}

/** Sorts what the tables hold into sentences; the order of time is kept. */
export function evidenceFacts({ dispute, use, seller, publicUrl }: Input): EvidenceFacts {
  const { payment } = dispute
  const { order } = payment
  const { student } = order
  const [document] = order.documents
  const invoice = document && invoiceDetailsSchema.parse(document.details)
  const { consentWording, consentAt } = order
  const method = invoice?.method ?? payment.method ?? 'card'
  return {
    disputeId: dispute.id,
    stripeDisputeId: dispute.stripeDisputeId,
    chargeId: payment.chargeId,
    amount: formatPounds(pence(dispute.amountPence), { sums: true }),
    orderId: order.id,
    invoice: document ? { id: document.id, number: document.label } : null,
    seller: seller.name,
    customer: {
      name: invoice?.buyer.name ?? student.username,
      email: student.email,
      address: invoice?.buyer.address ?? null,
      since: utc(student.createdAt),
      confirmed: student.verifiedAt && utc(student.verifiedAt),
    },
    product: productOf(order),
    boughtOn: formatLondonDate(order.paidAt ?? order.createdAt),
    paid: `${formatPounds(pence(order.totalPence), { sums: true })}, ${method}, ${utc(order.paidAt ?? order.createdAt)}`,
    consent:
      consentWording !== null && consentAt !== null ? { wording: consentWording, at: utc(consentAt) } : null,
    confirmedAt: confirmedAt(use, order.id),
    policyAddress: `${publicUrl}/refund-policy`,
    access: accessOf(use),
    watched: use.watched.map(({ video, startedAt, updatedAt, ...progress }) => ({
      at: utc(startedAt),
      text: `${video.title}: ${watchedText(progress)}, first ${utc(startedAt)}, last ${utc(updatedAt)}`,
    })),
    mails: use.mails.flatMap(({ template, toAddress, sentAt }) =>
      sentAt === null ? [] : [{ at: utc(sentAt), text: `“${mailName(template)}” sent to ${toAddress}` }],
    ),
    messages: [
      ...use.messages.map(({ createdAt, topic, body }) => ({
        at: utc(createdAt),
        text: `The customer wrote (${topic}): ${body.slice(0, 1_000)}`,
      })),
      ...use.requests.map(requestOf),
    ],
  }
}

function requestOf({
  createdAt,
  wish,
  reason,
  body,
  status,
  answeredAt,
  answer,
}: UseOfOrder['requests'][number]) {
  const wrote = body === null ? '' : `: ${body.slice(0, 1_000)}`
  const answered = answeredAt === null ? '' : `, ${status} ${utc(answeredAt)}`
  const words = answer === null ? '' : `: ${answer.slice(0, 1_000)}`
  const asked = `The customer asked for ${wish === 'refund' ? 'a refund' : 'an exchange'}`
  return { at: utc(createdAt), text: `${asked} (${requestReasons[reason]})${wrote}${answered}${words}` }
}

function confirmedAt({ mails }: UseOfOrder, orderId: string): string | null {
  const sentAt = mails.find(({ dedupeKey }) => dedupeKey === `purchase:${orderId}`)?.sentAt
  return sentAt ? utc(sentAt) : null
}

function productOf({ lines, paidAt }: DisputedPayment['payment']['order']): string {
  const sold = lines.map(({ title, grossPence, entitlement }) => {
    const until = entitlement ? `, open until ${formatLondonDate(entitlement.expiresAt)}` : ''
    const isRenewal = entitlement && paidAt && entitlement.startsAt > paidAt
    const from = isRenewal ? `, a renewal from ${formatLondonDate(entitlement.startsAt)}` : ''
    const opened = entitlement?.video.title ?? title
    const exchanged = opened === title ? '' : `, exchanged for ${opened}`
    return `${title} (${formatPounds(pence(grossPence), { sums: true })}${exchanged}${from}${until})`
  })
  return `Theory films for the UK private pilot licence, watched online with the customer’s own account. They open at once when paid: ${sold.join('; ')}.`
}

type WatchedFact = Pick<UseOfOrder['watched'][number], 'percent' | 'watchedSeconds' | 'durationSeconds'>

/** What was played is named before the place it was left at, which a jump can reach as well. */
function watchedText({ percent, watchedSeconds, durationSeconds }: WatchedFact): string {
  if (watchedSeconds === null) return `left at ${percent}%, minutes not recorded`
  const of = durationSeconds === null ? '' : ` of ${Math.ceil(durationSeconds / 60)}`
  return `${Math.ceil(watchedSeconds / 60)}${of} minutes watched, left at ${percent}%`
}

function accessOf({ grants, signIns }: UseOfOrder): FactLine[] {
  const opened = grants.map(({ createdAt, lastActiveAt, session, entitlement }) => {
    const until = lastActiveAt === null ? '' : `, last played ${utc(lastActiveAt)}`
    const device = deviceName(session.userAgent)
    return {
      time: createdAt,
      text: `Session ${session.id.slice(-8)} (${device}, signed in ${utc(session.createdAt)}) opened ${entitlement.video.title}${until}`,
    }
  })
  const entered = signIns.map(({ at, address }) => ({
    time: at,
    text: `Signed in with the password${address === null ? '' : ` from ${address}`}`,
  }))
  return [...opened, ...entered]
    .toSorted((a, b) => a.time.getTime() - b.time.getTime())
    .map(({ time, text }) => ({ at: utc(time), text }))
}

/** "2026-11-02 10:00:12 UTC": one reading in every country. */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
