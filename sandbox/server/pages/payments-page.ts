import type Stripe from 'stripe'
import type { Delivery, Switches } from '#sandbox/server/records.ts'
import type { Store } from '#sandbox/server/store.ts'
import { action, type Html, html, page, pounds } from './html.ts'

const SHOWN_PAYMENTS = 50
const SHOWN_EVENTS = 60
const SHOWN_PAYOUTS = 20

function when(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
}

function status(word: string): Html {
  return html`<span class="status ${word}">${word.replaceAll('_', ' ')}</span>`
}

function refundForm(charge: Stripe.Charge): Html {
  const left = (charge.amount - charge.amount_refunded) / 100
  return html`<form method="post" action="/dev/stripe/refund"><input type="hidden" name="id" value="${charge.id}">
<label for="amount-${charge.id}">£</label><input id="amount-${charge.id}" type="number" name="pounds" min="0.01" max="${left}" step="0.01" value="${left.toFixed(2)}" aria-label="Amount to refund in pounds"><button>Refund</button></form>`
}

/** A bank disputes what it likes, up to the whole charge, refunded or not. */
function disputeForm(charge: Stripe.Charge): Html {
  const left = (charge.amount - charge.amount_refunded || charge.amount) / 100
  return html`<form method="post" action="/dev/stripe/dispute"><input type="hidden" name="id" value="${charge.id}">
<label for="disputed-${charge.id}">£</label><input id="disputed-${charge.id}" type="number" name="pounds" min="0.01" max="${charge.amount / 100}" step="0.01" value="${left.toFixed(2)}" aria-label="Amount to dispute in pounds">
<select name="kind" aria-label="Kind of dispute"><option value="chargeback">chargeback</option><option value="inquiry">inquiry</option><option value="prevented">prevented</option></select><button>Dispute</button></form>`
}

function chargeRow(store: Store, charge: Stripe.Charge): Html {
  const transaction = store.get('balance_transaction', String(charge.balance_transaction))
  const isPaid = charge.status === 'succeeded'
  const isOpen = isPaid && charge.amount_refunded < charge.amount
  const isFeeMissing = charge.status === 'succeeded' && transaction === undefined
  return html`<div class="row"><code>${charge.id}</code> charge ${status(charge.status)}
${charge.failure_message}
${transaction ? html`fee ${pounds(transaction.fee)}, net ${pounds(transaction.net)}` : null}
${isFeeMissing ? action('fee', { id: charge.id }, 'Tell the fee') : null}
${isOpen ? refundForm(charge) : null}
${isPaid ? disputeForm(charge) : null}</div>`
}

function refundRow(refund: Stripe.Refund): Html {
  const canFail = refund.status === 'succeeded' || refund.status === 'pending'
  return html`<div class="row"><code>${refund.id}</code> refund of ${pounds(refund.amount)} ${status(refund.status ?? '')}
${canFail ? action('fail-refund', { id: refund.id }, 'Fail it') : null}
${refund.status === 'pending' ? action('cancel-refund', { id: refund.id }, 'Cancel it') : null}</div>`
}

function disputeRow(dispute: Stripe.Dispute): Html {
  const isInquiry = dispute.status === 'warning_needs_response' || dispute.status === 'warning_under_review'
  const isOpen = isInquiry || dispute.status === 'needs_response' || dispute.status === 'under_review'
  const canBeWon = isOpen || dispute.status === 'lost'
  return html`<div class="row"><code>${dispute.id}</code> dispute over ${pounds(dispute.amount)} ${status(dispute.status)}
${isInquiry ? action('escalate', { id: dispute.id }, 'Make it a chargeback') : null}
${canBeWon ? action('win', { id: dispute.id }, dispute.status === 'lost' ? 'Win it on appeal' : 'Win it') : null}${isOpen ? action('lose', { id: dispute.id }, 'Lose it') : null}</div>`
}

function decisions(intent: Stripe.PaymentIntent): Html | null {
  if (intent.status === 'processing') {
    return html`<div class="row">${action('settle', { id: intent.id, outcome: 'succeeded' }, 'Let it succeed')}${action('settle', { id: intent.id, outcome: 'failed' }, 'Let it fail')}</div>`
  }
  if (intent.status !== 'requires_action') return null
  return html`<div class="row">${action('decide', { id: intent.id, outcome: 'approve' }, 'Approve')}${action('decide', { id: intent.id, outcome: 'refuse' }, 'Refuse')}</div>`
}

function payment(store: Store, intent: Stripe.PaymentIntent): Html {
  const charges = store.all('charge').filter((charge) => charge.payment_intent === intent.id)
  const ids = charges.map(({ id }) => id)
  const ofIntent = (owner: string | { id: string } | null) => typeof owner === 'string' && ids.includes(owner)
  const refunds = store.all('refund').filter(({ charge }) => ofIntent(charge))
  const disputes = store.all('dispute').filter(({ charge }) => ofIntent(charge))
  return html`<section class="box"><div class="head"><span class="amount">${pounds(intent.amount)}</span>${status(intent.status)}<span class="quiet">${when(intent.created)}</span></div>
<p>${intent.description} <code>${intent.id}</code> ${intent.last_payment_error?.message ?? null}</p>
${decisions(intent)}${charges.map((charge) => chargeRow(store, charge))}${refunds.map(refundRow)}${disputes.map(disputeRow)}</section>`
}

function switchRow(name: string, isOn: boolean, words: { on: string; off: string }): Html {
  return action('switch', { name, value: String(!isOn) }, isOn ? words.on : words.off)
}

function errorForms(switches: Switches): Html {
  const faults = {
    api_error: '500',
    rate_limit: '429',
    key_in_use: '409',
    hang_up: 'a closed line',
    lose_answer: 'a lost answer',
    answer_late: 'an answer that comes too late',
    never_answer: 'silence',
  }
  const armed = switches.fault
    ? html`<p>The next ${switches.faultsLeft} calls of the shop end with: ${switches.fault.replaceAll('_', ' ')}.</p>`
    : null
  const buttons = Object.entries(faults).map(([fault, label]) =>
    action('fault', { fault, count: '3' }, `Answer 3 calls with ${label}`),
  )
  return html`${armed}<div class="row">${buttons}${switches.fault ? action('fault', { fault: '', count: '0' }, 'Answer properly again') : null}</div>`
}

function switchboard(switches: Switches): Html {
  const { holdWebhooks, duplicateWebhooks, reverseWebhooks, lateFees, dropNext } = switches
  return html`<section class="box"><h2>Switches</h2><div class="row">
${switchRow('holdWebhooks', holdWebhooks, { on: 'Release the webhooks', off: 'Hold all webhooks' })}
${switchRow('duplicateWebhooks', duplicateWebhooks, { on: 'Send each webhook once', off: 'Send each webhook twice' })}
${switchRow('reverseWebhooks', reverseWebhooks, { on: 'Send webhooks in order', off: 'Send webhooks in reverse' })}
${switchRow('lateFees', lateFees, { on: 'Tell fees at once', off: 'Tell fees late' })}
${action('drop', { count: dropNext > 0 ? '0' : '5' }, dropNext > 0 ? `Stop dropping (${dropNext} to go)` : 'Drop the next 5 webhooks')}
</div>${errorForms(switches)}</section>`
}

function payoutRow(payout: Stripe.Payout): Html {
  const isUnderWay = payout.status === 'in_transit'
  return html`<div class="row"><code>${payout.id}</code> payout of ${pounds(payout.amount)} ${status(payout.status)} ${when(payout.created)}
${isUnderWay ? action('land-payout', { id: payout.id }, 'Let it arrive') : null}
${isUnderWay || payout.status === 'paid' ? action('fail-payout', { id: payout.id }, 'Send it back') : null}</div>`
}

function payouts(store: Store): Html {
  const all = store.all('payout').slice(-SHOWN_PAYOUTS).reverse()
  return html`<section class="box"><h2>Payouts</h2><div class="row">${action('pay-out', {}, 'Pay out the balance')}</div>${all.map(payoutRow)}</section>`
}

function eventRow(event: Stripe.EventBase, delivery: Delivery | undefined): Html {
  const state = delivery ? delivery.state.replaceAll('_', ' ') : 'nobody listens'
  return html`<tr><td>${when(event.created)}</td><td>${event.type}</td><td>${state}${delivery?.lastAnswer ? `, answered ${delivery.lastAnswer}` : ''}</td><td>${action('resend', { id: event.id }, 'Send again')}</td><td><code>${event.id}</code></td></tr>`
}

/** The sandbox's page: the payments, the actions on them, and the events sent to the shop. */
export function paymentsPage(input: { store: Store; switches: Switches; fault: string | null }): string {
  const { store, switches, fault } = input
  const intents = store.all('payment_intent').slice(-SHOWN_PAYMENTS).reverse()
  const events = store.all('event').slice(-SHOWN_EVENTS).reverse()
  return page(
    'Payment sandbox',
    html`<h1>Payment sandbox</h1>
<p class="quiet">It speaks Stripe’s language to this shop. No money moves. Times are UTC.</p>
${fault ? html`<p class="note" role="alert">${fault}</p>` : null}
${switchboard(switches)}
${payouts(store)}
<h2>Payments</h2>
${intents.length === 0 ? html`<p>None yet. Buy a film and pay with 4242 4242 4242 4242.</p>` : null}
${intents.map((intent) => payment(store, intent))}
<h2>Events</h2>
<div class="scroll"><table><thead><tr><th scope="col">Time</th><th scope="col">Type</th><th scope="col">Webhook</th><th scope="col">Repeat</th><th scope="col">Event</th></tr></thead>
<tbody>${events.map((event) => eventRow(event, store.get('delivery', event.id)))}</tbody></table></div>`,
  )
}
