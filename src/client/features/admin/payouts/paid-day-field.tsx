import { Field, Input } from '#client/ui/field.tsx'

type PaidDayFieldProps = {
  day: string
  today: string
  error: string | null
  onDayChange: (day: string) => void
}

/** When the money went: today unless another day is chosen. */
export function PaidDayField({ day, today, error, onDayChange }: PaidDayFieldProps) {
  return (
    <Field label="Paid on" className="payout-question-part" error={error}>
      <Input
        type="date"
        look="short"
        required
        max={today}
        value={day}
        onChange={({ target }) => onDayChange(target.value)}
      />
    </Field>
  )
}
