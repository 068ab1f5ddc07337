import { Field, Input } from '#client/ui/field.tsx'
import { noonOfLondonDate, toIsoLondonDate } from '#shared/calendar/calendar.ts'

type PaidDayFieldProps = {
  day: string
  today: string
  error: string | null
  onDayChange: (day: string) => void
}

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

/** Today in London, as a date field wants it. */
export function londonToday(): string {
  return toIsoLondonDate(new Date())
}

/** What is wrong with a day of payment; null where nothing is. */
export function findDayError(day: string, today: string): string | null {
  if (noonOfLondonDate(day) === null) return 'Please choose the day of payment.'
  return day > today ? 'This day is still to come.' : null
}

/** The day for the wire: noon in London; nothing for today, which the server's clock tells. */
export function paidAtOf(day: string, today: string): { paidAt?: string } {
  const noon = noonOfLondonDate(day)
  return noon === null || day === today ? {} : { paidAt: noon.toISOString() }
}
