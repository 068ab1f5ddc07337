import { Field, Select } from '#client/ui/field.tsx'

type ListChoiceProps<Value extends string> = {
  label: string
  value: Value
  /** Each value and its label. */
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

/** Chooses what a list shows, or in which order. */
export function ListChoice<Value extends string>(props: ListChoiceProps<Value>) {
  const { label, value, options, onChange } = props
  function choose(text: string) {
    const chosen = options.find(([option]) => option === text)
    if (chosen) onChange(chosen[0])
  }
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => choose(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
