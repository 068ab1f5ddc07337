import type { Document } from '#server/infra/prisma/client.ts'
import { negatePence, toPounds } from '#shared/money/money.ts'
import type { OrdersOutput } from '#shared/schemas/orders.ts'
import { totalOfFacts } from './invoice-facts.ts'

type OrderDocument = Pick<Document, 'id' | 'label' | 'kind' | 'issuedAt' | 'facts'>

/** An invoice or a credit note of an order, as the wire has it. */
export function presentDocument(document: OrderDocument): OrdersOutput[number]['papers'][number] {
  const { id, label, kind, issuedAt, facts } = document
  const total = totalOfFacts(facts)
  const isCredit = kind === 'creditNote'
  return {
    id,
    number: label,
    kind: isCredit ? 'creditNote' : 'invoice',
    date: issuedAt.toISOString(),
    total: toPounds(isCredit ? negatePence(total) : total),
  }
}
