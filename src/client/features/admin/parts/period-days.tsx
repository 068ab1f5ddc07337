import { Field, Input } from '#client/ui/field.tsx'
import type { Period } from './periods.ts'

/** The first and the last day of a period, both in it. */
export function PeriodDays({ days, onChange }: { days: Period; onChange: (days: Period) => void }) {
  return (
    <>
      <Day label="First day" value={days.from} onChange={(from) => onChange({ ...days, from })} />
      <Day label="Last day" value={days.to} onChange={(to) => onChange({ ...days, to })} />
    </>
  )
}

function Day(props: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field label={props.label}>
      <Input
        type="date"
        look="short"
        required
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </Field>
  )
}
