import type Stripe from 'stripe'
import { action, type Html, html, page, pounds } from './html.ts'

const NAMES: { [type: string]: string } = { klarna: 'Klarna', revolut_pay: 'Revolut Pay', card: 'your bank' }

function choices(intent: Stripe.PaymentIntent, isCard: boolean): Html {
  const fields = { intent: intent.id, client_secret: intent.client_secret ?? '' }
  const choose = (outcome: string, label: string) => action('away', { ...fields, outcome }, label)
  return html`<div class="wide">
${choose('approve', isCard ? 'Complete authentication' : 'Approve the payment')}
${choose('refuse', isCard ? 'Fail authentication' : 'Refuse the payment')}
${isCard ? null : choose('leave_pending', 'Leave it pending')}
</div>`
}

/** The page a buyer is sent to by Klarna, Revolut Pay or a bank: it stands in for theirs and says so. */
export function redirectPage(intent: Stripe.PaymentIntent, methodType: string): string {
  const name = NAMES[methodType] ?? methodType
  return page(
    `Payment sandbox: ${name}`,
    html`<div class="box narrow"><h1>Payment sandbox</h1>
<p>This page stands in for ${name}. No money moves.</p>
<p class="amount">${pounds(intent.amount)}</p>
<p>${intent.description ?? ''}</p>
${choices(intent, methodType === 'card')}</div>`,
  )
}

export function redirectOverPage(): string {
  return page(
    'Payment sandbox',
    html`<div class="box narrow"><h1>Nothing to decide here</h1>
<p>This payment is not waiting for anybody. Go back to the shop and start again from the checkout.</p></div>`,
  )
}
