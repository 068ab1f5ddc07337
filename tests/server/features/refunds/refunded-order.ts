import type Stripe from 'stripe'
import { creditNoteDetailsSchema, invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { isUnsent } from '#shared/refunds/refund-states.ts'
import type { TestShop } from '#tests/support/shop.ts'

/** The charge of an intent, as Stripe has it now. */
export async function chargeOf(shop: TestShop, intentId: string): Promise<Stripe.Charge> {
  const intent = await shop.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  if (intent.latest_charge === null || typeof intent.latest_charge === 'string') {
    throw new Error('Nothing was paid')
  }
  return intent.latest_charge
}

type Sums = { grossPence: number; vatPence: number }

/** Everything the shop has about an order and its refunds. */
export async function readOrder(shop: TestShop, orderId: string) {
  const { db, clock } = shop.deps
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: {
      lines: { orderBy: { videoId: 'asc' } },
      documents: { orderBy: { id: 'asc' } },
      payment: { include: { refunds: { include: { lines: true } }, disputes: true } },
      commission: { include: { entries: { orderBy: { id: 'asc' } } } },
    },
  })
  const entitlements = await db.entitlement.findMany({ where: { orderId }, orderBy: { videoId: 'asc' } })
  const now = clock.now()
  const documents = order.documents.map(
    (document): Sums & { label: string; kind: string; lines: string[] } => {
      const isCredit = document.kind === 'creditNote'
      const { totals, lines } = (isCredit ? creditNoteDetailsSchema : invoiceDetailsSchema).parse(
        document.details,
      )
      const sign = isCredit ? -1 : 1
      return {
        label: document.label,
        kind: isCredit ? 'creditNote' : document.cancelsId === null ? 'invoice' : 'cancelling',
        grossPence: sign * totals.grossPence,
        vatPence: sign * totals.vatPence,
        lines: lines.map(({ description }) => description),
      }
    },
  )
  const entries = order.commission?.entries ?? []
  return {
    order,
    lineIds: order.lines.map(({ id }) => id),
    documents,
    kinds: documents.map(({ kind }) => kind),
    /** The sum of the order's documents. */
    net: {
      grossPence: sum(documents.map(({ grossPence }) => grossPence)),
      vatPence: sum(documents.map(({ vatPence }) => vatPence)),
    },
    openVideoIds: entitlements
      .filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now)
      .map(({ videoId }) => videoId),
    entitlements,
    entries: entries.map(({ kind, amountPence }) => ({ kind, amountPence })),
    earnedPence: sum(entries.filter(({ kind }) => kind !== 'reversed').map(({ amountPence }) => amountPence)),
    commissionPence: sum(entries.map(({ amountPence }) => amountPence)),
    mails: await findMails(shop, 'payment-refunded', orderId),
    reversedMails: await findMails(shop, 'refund-undone', orderId),
  }
}

function findMails({ deps }: TestShop, template: string, orderId: string) {
  return deps.db.outboxMessage.findMany({
    where: { template, props: { path: ['orderId'], equals: orderId } },
    orderBy: { id: 'asc' },
    select: { toAddress: true, props: true, documentIds: true },
  })
}

/** What is credited or requested of an order, as an admin sees it before another refund. */
export async function goneBackOf({ deps }: TestShop, orderId: string): Promise<Pence> {
  const payment = await deps.db.payment.findUnique({
    where: { orderId },
    select: { refunds: true, disputes: true },
  })
  const { refunds, disputes } = payment ?? { refunds: [], disputes: [] }
  const asked = refunds.filter(isUnsent)
  return pence(
    sum([...refunds, ...disputes].map(({ creditedPence }) => creditedPence)) +
      sum(asked.map(({ amountPence }) => amountPence)),
  )
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
