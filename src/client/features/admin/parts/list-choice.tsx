import { Field, Select } from '#client/ui/field.tsx'

type ListChoiceProps = {
  label: string
  /** The words for everything, whose value is empty. */
  all: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** Narrows a list to one kind of rows. */
export function ListChoice({ label, all, value, options, onChange }: ListChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
