import type { Document } from '#server/infra/prisma/client.ts'
import { negatePence, toPounds } from '#shared/money/money.ts'
import { totalOfDetails } from './document-details.ts'

type OrderDocument = Pick<Document, 'id' | 'label' | 'kind' | 'issuedAt' | 'details'>

/** An invoice or a credit note of an order, as the wire has it. */
export function presentDocument({ id, label, kind, issuedAt, details }: OrderDocument) {
  const total = totalOfDetails(details)
  const isCredit = kind === 'creditNote'
  return {
    id,
    number: label,
    kind: isCredit ? ('creditNote' as const) : ('invoice' as const),
    date: issuedAt,
    total: toPounds(isCredit ? negatePence(total) : total),
  }
}
