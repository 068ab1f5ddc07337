import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { listUnreviewedPayouts } from '#server/features/commissions/attention-queries.ts'
import { listOpenIncidents } from '#server/features/incidents/queries.ts'
import { canRetry } from '#server/features/mail/outbox.ts'
import { listOpenQuestions } from '#server/features/questions/queries.ts'
import { listWaitingRequests } from '#server/features/refund-requests/queries.ts'
import { leftOf, refundOf, repaymentDue } from '#server/features/refund-requests/refund-case.ts'
import { listOpenDisputes, listOpenRefunds } from '#server/features/refunds/refund-queries.ts'
import { reconcileMinutes } from '#shared/limits.ts'
import { mailName } from '#shared/mail-names.ts'
import { requestReasons } from '#shared/messages/refund-requests.ts'
import { formatPounds, type Pence, pence, smallerPence, sumPence } from '#shared/money/money.ts'
import type { attentionOutput } from '#shared/schemas/attention.ts'
import { stripeCodeLabel } from '#shared/text/stripe-code.ts'
import { listFailedMails, reasonOf } from './queries.ts'

type Attention = z.input<typeof attentionOutput>
type AttentionItem = Omit<Attention['items'][number], 'isLate'>

/** The limit for each kind. */
const MOST_ROWS = 200

/**
 * Lists what needs an admin, read from current state, so that a row disappears once its matter is settled. Deadlines
 * come first.
 */
export async function findAttention(deps: Pick<Deps, 'db' | 'clock'>): Promise<Attention> {
  const [disputes, requests, refunds, incidents, mails, payouts, questions] = await Promise.all([
    listOpenDisputes(deps, MOST_ROWS + 1),
    listWaitingRequests(deps, MOST_ROWS + 1),
    listOpenRefunds(deps, MOST_ROWS + 1),
    listOpenIncidents(deps, MOST_ROWS + 1),
    listFailedMails(deps),
    listUnreviewedPayouts(deps, MOST_ROWS + 1),
    listOpenQuestions(deps, MOST_ROWS + 1),
  ])
  const now = deps.clock.now()
  const items = [
    ...disputes.slice(0, MOST_ROWS).map((dispute) => presentDispute(dispute, now)),
    ...requests.slice(0, MOST_ROWS).map(presentRequest),
    ...refunds.slice(0, MOST_ROWS).map(presentRefund),
    ...incidents.slice(0, MOST_ROWS).map(presentIncident),
    ...mails.rows.map(presentMail),
    ...payouts.slice(0, MOST_ROWS).map(presentPayout),
    ...questions.slice(0, MOST_ROWS).map(presentQuestion),
  ]
  return {
    // Judged by the shop's clock: a browser's may be wrong.
    items: items.map((item) => ({ ...item, isLate: item.dueAt !== null && item.dueAt <= now })),
    hasMore:
      mails.hasMore ||
      [disputes, requests, refunds, incidents, payouts, questions].some(({ length }) => length > MOST_ROWS),
  }
}

type Copy = Pick<AttentionItem, 'what' | 'next' | 'act'>
type Refund = Awaited<ReturnType<typeof listOpenRefunds>>[number]
type Request = Awaited<ReturnType<typeof listWaitingRequests>>[number]
type Dispute = Awaited<ReturnType<typeof listOpenDisputes>>[number]
type Incident = Awaited<ReturnType<typeof listOpenIncidents>>[number]
type Payout = Awaited<ReturnType<typeof listUnreviewedPayouts>>[number]
type Question = Awaited<ReturnType<typeof listOpenQuestions>>[number]
type Mail = Awaited<ReturnType<typeof listFailedMails>>['rows'][number]

const byItself = { dueAt: null, canClose: false } as const

function presentRequest(request: Request): AttentionItem {
  const { id, orderId, wish, reason, createdAt, exchangeVideo, lines, order } = request
  const titles = lines.map(({ orderLine }) => orderLine.title).join(', ')
  const asks =
    wish === 'exchange'
      ? `asks for ${exchangeVideo?.title} in place of ${titles}`
      : `asks money back for ${titles}`
  const dueAt = repaymentDue(order, request)
  return {
    id,
    kind: 'refundRequest',
    at: createdAt,
    dueAt,
    ...(wish === 'refund' && { amount: askedPence(request) }),
    what: `${order.student.email} ${asks}: ${requestReasons[reason]}.`,
    next: 'Nothing until you answer.',
    act: dueAt
      ? 'Cancelled within the 14 days: refund it on the order’s page before the deadline.'
      : 'Answer it on the order’s page.',
    place: placeOfOrder(orderId, order.documents[0]?.label ?? null),
    canClose: false,
  }
}

/** What was paid for the lines that are not refunded, at most what is left of their order. */
function askedPence({ lines, order }: Request): Pence {
  const left = lines.filter(({ orderLine }) => refundOf(orderLine, order) === 'none')
  return smallerPence(sumPence(left.map(({ orderLine }) => pence(orderLine.grossPence))), leftOf(order))
}

function placeOfOrder(orderId: string, number: string | null) {
  return { to: 'order', orderId, ...(number !== null && { number }) } as const
}

function presentRefund(refund: Refund): AttentionItem {
  const { id, orderId, number, createdAt, amountPence } = refund
  return {
    ...byItself,
    id,
    kind: 'refund',
    at: createdAt,
    amount: amountPence,
    place: placeOfOrder(orderId, number),
    ...describeRefund(refund),
  }
}

function describeRefund({ status, amountPence, email, lastError }: Refund): Copy {
  const refund = `Refund of ${formatPounds(amountPence, { sums: true })} to ${email}`
  if (status === 'held') {
    return {
      what: `${refund} was not sent: Stripe has another of the same amount.`,
      next: 'Nothing until you answer.',
      act: 'Say on the order’s page whether it is the same refund.',
    }
  }
  if (status === 'failed') {
    return {
      what: `${refund} failed${saidBy(lastError)}.`,
      next: 'Nothing. The money has not gone back.',
      act: 'On the order’s page, try again or say how it was paid otherwise.',
    }
  }
  return {
    what: `${refund} waits for Stripe${saidBy(lastError)}.`,
    next: 'Asks Stripe again by itself, at least once an hour.',
    act: 'Do not refund it in Stripe’s dashboard as well: it would go back twice.',
  }
}

function saidBy(lastError: string | null): string {
  return lastError ? `: ${stripeCodeLabel(lastError)}` : ''
}

function presentDispute(dispute: Dispute, now: Date): AttentionItem {
  const { id, orderId, number, status, amountPence, email, dueAt, openedAt } = dispute
  return {
    id,
    kind: 'dispute',
    at: openedAt,
    dueAt,
    amount: amountPence,
    what:
      status === 'inquiry'
        ? `The bank of ${email} asks about ${formatPounds(amountPence, { sums: true })}.`
        : `The bank of ${email} disputes ${formatPounds(amountPence, { sums: true })}.`,
    next: 'Follows Stripe and books how it ends.',
    act: answerTo(dueAt, now),
    place: placeOfOrder(orderId, number),
    canClose: false,
  }
}

function answerTo(dueAt: Date | null, now: Date): string {
  if (dueAt === null) return 'Answer it on the order’s page; its deadline stands in Stripe’s dashboard.'
  if (dueAt <= now) return 'The bank decides.'
  return 'Answer it on the order’s page before the deadline.'
}

function presentIncident(incident: Incident): AttentionItem {
  const { id, kind, openedAt } = incident
  return {
    id,
    kind,
    at: openedAt,
    dueAt: null,
    ...INCIDENTS[kind](incident),
    place: placeOf(incident),
    canClose: true,
  }
}

function placeOf(incident: Incident): AttentionItem['place'] {
  if (incident.kind === 'unmatchedBalance') return { to: 'reports' }
  const orderId = orderOf(incident)
  return orderId === null ? null : { to: 'order', orderId }
}

function orderOf({ kind, subjectId, detail }: Incident): string | null {
  if (kind === 'unsettledPayment' || kind === 'unknownIntent') return subjectId
  return kind === 'paymentWithoutOrder' ? detail : null
}

const INCIDENTS: Record<Incident['kind'], (incident: Incident) => Copy> = {
  unsettledPayment: ({ detail }) => ({
    what: `Stripe took or sent back money and it could not be booked: ${detail}`,
    next: `Tries again every ${reconcileMinutes} minutes.`,
    act: 'Send the reason to the person who runs the server. It leaves this list once it is booked.',
  }),
  paymentWithoutOrder: ({ subjectId }) => ({
    what: `Payment ${subjectId} was taken for an order that did not wait for it: paid before, or cancelled.`,
    next: 'Nothing. The money stays at Stripe.',
    act: 'Refund all of it in Stripe’s dashboard: the row goes then. Else mark it as done.',
  }),
  unknownIntent: ({ detail }) => ({
    what: `Stripe does not know payment ${detail}: it was made with other keys.`,
    next: 'An order that was not paid is cancelled and its student can order again.',
    act: 'Check that the keys are those of the shop’s account, then mark it as done.',
  }),
  otherMode: ({ subjectId, detail }) => ({
    what:
      subjectId === 'events'
        ? `Events of Stripe’s other mode arrive: ${detail}.`
        : `Payment ${subjectId} was made in Stripe’s ${detail} mode.`,
    next: 'Keeps it out of the books.',
    act: 'Check the keys and the webhook endpoints in Stripe’s dashboard, then mark it as done.',
  }),
  brokenDocument: ({ detail }) => ({
    what: `A PDF could not be made: ${detail}`,
    next: 'Tries again with each download and each mail.',
    act: 'Send the reason to the person who runs the server. It leaves this list once it is made.',
  }),
  unmatchedBalance: ({ detail }) => ({
    what: detail,
    next: 'Compares Stripe’s balance with the books again every hour. The row goes once they agree.',
    act: 'Look it up in Stripe’s dashboard by its id. Where it is right as it is, mark it as done.',
  }),
  unhandledEvent: ({ subjectId, detail }) => ({
    what: `Event ${subjectId} of Stripe could not be read or acted on: ${detail}`,
    next: 'Leaves it out. Other events of its payment are acted on.',
    act: 'Compare its payment in Stripe’s dashboard with the order, then mark it as done.',
  }),
}

function presentMail(mail: Mail): AttentionItem {
  const { id, template, toAddress, createdAt } = mail
  return {
    id,
    kind: 'mail',
    at: createdAt,
    dueAt: null,
    ...describeMail(mail),
    act: canRetry({ template, toAddress })
      ? 'Send it again under Operations, or mark it as done.'
      : 'Nothing to send: its link or code has run out, and a new one can be asked for. Mark it as done.',
    place: { to: 'operations' },
    canClose: true,
  }
}

function describeMail({ status, template, toAddress, lastError }: Mail): Pick<Copy, 'what' | 'next'> {
  const mail = `“${mailName(template)}” to ${toAddress}`
  const reason = reasonOf(lastError ?? '') || 'no reason is known'
  if (status === 'unknown')
    return { what: `${mail} may not have arrived.`, next: 'Nothing. It could arrive twice.' }
  return { what: `${mail} was given up: ${reason}`, next: 'Nothing. Every try was used.' }
}

function presentPayout({ id, quarter, totalPence, name, changedAt, unreviewed }: Payout): AttentionItem {
  const isBank = unreviewed === 'bank'
  return {
    ...byItself,
    id,
    kind: 'payout',
    at: changedAt,
    amount: totalPence,
    what: `${formatPounds(totalPence, { sums: true })} for ${name} (${quarter}): its new ${isBank ? 'bank details were' : 'VAT registration was'} not checked.`,
    next: isBank ? 'Leaves it out of bank files until they are.' : 'Leaves it out of bank files until it is.',
    act: isBank
      ? 'Ring them, then mark the bank details as checked.'
      : 'Look the number up, then mark it as checked.',
    place: null,
  }
}

function presentQuestion({ id, createdAt, video }: Question): AttentionItem {
  return {
    ...byItself,
    id,
    kind: 'question',
    at: createdAt,
    what: `A student asks about ${video.title}.`,
    next: 'Nothing until you answer; the answer goes by email and stands beside the film.',
    act: 'Answer it under Questions.',
    place: { to: 'questions' },
  }
}
