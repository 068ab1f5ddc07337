import type { Document } from '#server/infra/prisma/client.ts'
import { negatePence, toPounds } from '#shared/money/money.ts'
import type { OrdersOutput } from '#shared/schemas/orders.ts'
import { totalOfDetails } from './invoice-facts.ts'

type OrderDocument = Pick<Document, 'id' | 'label' | 'kind' | 'issuedAt' | 'details'>

/** An invoice or a credit note of an order, as the wire has it. */
export function presentDocument(document: OrderDocument): OrdersOutput[number]['documents'][number] {
  const { id, label, kind, issuedAt, details } = document
  const total = totalOfDetails(details)
  const isCredit = kind === 'creditNote'
  return {
    id,
    number: label,
    kind: isCredit ? 'creditNote' : 'invoice',
    date: issuedAt.toISOString(),
    total: toPounds(isCredit ? negatePence(total) : total),
  }
}
