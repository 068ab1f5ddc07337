import { Note } from '#client/ui/alert.tsx'
import { platformKeeps } from '#shared/commission/commission.ts'
import { percent } from '#shared/schemas/primitives.ts'

/** What is left of the list price, while the two percentages are being set. */
export function PlatformShare({ discount, commission }: { discount: unknown; commission: unknown }) {
  const [discountPercent, commissionPercent] = [percent.safeParse(discount), percent.safeParse(commission)]
  if (!discountPercent.success || !commissionPercent.success) return null
  const kept = platformKeeps({
    discountPercent: discountPercent.data,
    commissionPercent: commissionPercent.data,
  })
  return (
    <Note live="status">
      Platform retains <strong>{Number(kept.toFixed(2))}%</strong> of the original price, before VAT and card
      fee.
    </Note>
  )
}
