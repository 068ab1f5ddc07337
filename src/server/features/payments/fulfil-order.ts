import type { Deps } from '#server/deps.ts'
import { earnCommission } from '#server/features/commissions/earn-commission.ts'
import { numberInvoice } from '#server/features/documents/number-invoice.ts'
import { grantAccess } from '#server/features/entitlements/grant-access.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { invoiceFacts, purchaseConfirmation } from '#server/features/orders/present-papers.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type PaidFacts, recordPayment } from './record-payment.ts'

type FulfilDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/**
 * Turns a paid order into open films, exactly once, whoever says first that it was paid: the browser, a
 * webhook or the reconciliation, at the same moment or one after the other (requirements §5).
 *
 * One transaction, five steps. The first holds the student's row and moves the order from open to paid; who
 * comes second finds it moved and changes nothing. Answers whether this call was the one.
 */
export async function fulfilOrder(deps: FulfilDeps, orderId: string, paid: PaidFacts): Promise<boolean> {
  const mail = await deps.db.$transaction((tx) => fulfil(tx, deps, orderId, paid))
  if (mail === 'already fulfilled') return false
  await nudgeMail(deps, [mail.outboxId])
  return true
}

async function fulfil(tx: Prisma.TransactionClient, deps: FulfilDeps, orderId: string, paid: PaidFacts) {
  const now = deps.clock.now()

  const recorded = await recordPayment(tx, { orderId, paid, now })
  if (!recorded) return 'already fulfilled'
  const { order, feePence, feeIsEstimate } = recorded

  const access = await grantAccess(tx, { order, paidAt: now })

  const { referral } = order
  const isOwnCode = referral !== null && referral.contactEmailKey === order.buyer.emailKey
  await earnCommission(tx, { order, feePence, feeIsEstimate, isOwnCode, now })

  const facts = invoiceFacts({ order, seller: deps.config.seller, paidAt: now })
  const invoice = await numberInvoice(tx, { order: { ...order, facts }, issuedAt: now })

  const outboxId = await queueMail(tx, deps, {
    template: 'purchase-confirmation',
    to: order.buyer.email,
    props: purchaseConfirmation({ order, access, invoiceNumber: invoice.label, now }),
    documentIds: [invoice.documentId],
    dedupeKey: `purchase:${order.id}`,
  })
  return { outboxId }
}
