import { accessLabels, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { formatSum } from '#client/lib/format.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import type { LineDetailOutput } from '#shared/schemas/admin-orders.ts'

type OrderLineChoiceProps = {
  legend: string
  lines: readonly LineDetailOutput[]
  chosen: readonly string[]
  onChange: (lineIds: string[]) => void
}

/** The videos of an order to choose from; those whose money went back already cannot be chosen. */
export function OrderLineChoice({ legend, lines, chosen, onChange }: OrderLineChoiceProps) {
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="order-lines">
        {lines.map((line) => (
          <Checkbox
            key={line.id}
            label={`${line.title}, ${formatSum(line.paid)}`}
            hint={hintOf(line)}
            disabled={line.refund !== 'none'}
            checked={chosen.includes(line.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, line.id] : chosen.filter((id) => id !== line.id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function hintOf({ refund, watched, access }: LineDetailOutput): string {
  if (refund === 'refunded') return 'Refunded already.'
  if (refund === 'pending') return 'A refund is on its way.'
  return `Watched: ${watchedLabel(watched).toLowerCase()}. ${accessLabels(access).label}.`
}
