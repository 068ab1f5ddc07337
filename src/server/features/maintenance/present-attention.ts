import type { listUnreviewedPayouts } from '#server/features/commissions/queries-attention.ts'
import type { listOpenIncidents } from '#server/features/incidents/queries.ts'
import type { listOpenDisputes, listOpenRefunds } from '#server/features/orders/queries-attention.ts'
import { formatPounds } from '#shared/money.ts'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import type { listFailedMails } from './queries-operations.ts'

type Words = Pick<AttentionItem, 'what' | 'next' | 'act'>
type Refund = Awaited<ReturnType<typeof listOpenRefunds>>[number]
type Dispute = Awaited<ReturnType<typeof listOpenDisputes>>[number]
type Incident = Awaited<ReturnType<typeof listOpenIncidents>>[number]
type Payout = Awaited<ReturnType<typeof listUnreviewedPayouts>>[number]
type Mail = Awaited<ReturnType<typeof listFailedMails>>['rows'][number]

const byItself = { dueAt: null, canClose: false } as const

export function presentRefund(refund: Refund): AttentionItem {
  const { id, orderId, createdAt } = refund
  const place = { to: 'order', orderId } as const
  return { ...byItself, id, kind: 'refund', at: createdAt.toISOString(), place, ...wordRefund(refund) }
}

function wordRefund({ status, amountPence, email, lastError }: Refund): Words {
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
      what: `${refund} failed${lastError ? `: ${lastError}` : ''}.`,
      next: 'Nothing: the money has not gone back.',
      act: 'Refund again on the order’s page, or note how it was paid otherwise.',
    }
  }
  return {
    what: `${refund} waits for Stripe.`,
    next: 'Asks Stripe again every five minutes.',
    act: 'Do not refund it in Stripe’s dashboard as well: it would go back twice.',
  }
}

export function presentDispute(dispute: Dispute, now: Date): AttentionItem {
  const { id, orderId, status, amountPence, email, dueAt, openedAt } = dispute
  const isOver = dueAt !== null && dueAt <= now
  return {
    id,
    kind: 'dispute',
    at: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    what:
      status === 'inquiry'
        ? `The bank of ${email} asks about ${formatPounds(amountPence, { sums: true })}.`
        : `The bank of ${email} disputes ${formatPounds(amountPence, { sums: true })}.`,
    next: 'Follows Stripe and books how it ends.',
    act: isOver
      ? 'The time to answer is over: the bank decides.'
      : 'Answer it in Stripe’s dashboard before the deadline.',
    place: { to: 'order', orderId },
    canClose: false,
  }
}

export function presentIncident(incident: Incident): AttentionItem {
  const { id, kind, subjectId, openedAt } = incident
  const isOfOrder = kind === 'unsettledPayment' || kind === 'unknownIntent'
  return {
    id,
    kind,
    at: openedAt.toISOString(),
    dueAt: null,
    ...INCIDENTS[kind](incident),
    place: isOfOrder ? { to: 'order', orderId: subjectId } : null,
    canClose: true,
  }
}

const INCIDENTS: Record<Incident['kind'], (incident: Incident) => Words> = {
  unsettledPayment: ({ detail }) => ({
    what: `Stripe took or sent back money and it could not be booked: ${detail}`,
    next: 'Tries again every five minutes.',
    act: 'Give the reason to who runs the server. The row goes once it is booked.',
  }),
  paymentWithoutOrder: ({ subjectId, detail }) => ({
    what: `Payment ${subjectId} was made for order ${detail}, which is not open for it.`,
    next: 'Nothing: the money stays at Stripe.',
    act: 'Refund it in Stripe’s dashboard, then mark it as done.',
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
    act: 'Give the reason to who runs the server. The row goes once it is made.',
  }),
}

export function presentMail({ id, status, template, toAddress, lastError, createdAt }: Mail): AttentionItem {
  const mail = `Email “${template}” to ${toAddress}`
  const isUnknown = status === 'unknown'
  return {
    ...byItself,
    id,
    kind: 'mail',
    at: createdAt.toISOString(),
    what: isUnknown
      ? `${mail} may not have arrived.`
      : `${mail} was given up: ${lastError ?? 'no reason known'}`,
    next: isUnknown ? 'Nothing: it could arrive twice.' : 'Nothing: every try was used.',
    act: 'Send it again under Operations.',
    place: { to: 'operations' },
  }
}

export function presentPayout({ id, quarter, totalPence, name, bankChangedAt }: Payout): AttentionItem {
  return {
    ...byItself,
    id,
    kind: 'payout',
    at: bankChangedAt.toISOString(),
    what: `${formatPounds(totalPence, { sums: true })} for ${name} (${quarter}): its new bank details were not reviewed.`,
    next: 'Leaves it out of bank files until they are.',
    act: 'Review them on the dashboard.',
    place: { to: 'dashboard' },
  }
}
