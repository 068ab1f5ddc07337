import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, hint, error, id, className, ...rest }: CheckboxProps) {
  const made = useId()
  const boxId = id ?? `check${made}`
  const describedBy = [rest['aria-describedby'], hint && `${boxId}-hint`, error && `${boxId}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={className ? `choice ${className}` : 'choice'}>
      <input
        {...rest}
        type="checkbox"
        id={boxId}
        {...(describedBy && { 'aria-describedby': describedBy })}
        {...(error && { 'aria-invalid': true })}
      />
      <label htmlFor={boxId}>{label}</label>
      {hint && (
        <span className="field-hint" id={`${boxId}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={`${boxId}-error`}>{error}</FieldError>
    </div>
  )
}

type RadioOption = { value: string; label: ReactNode }

type RadioGroupProps = {
  legend: ReactNode
  options: readonly RadioOption[]
  name?: string
  hint?: ReactNode
  error?: ReactNode
  value?: string
  onValueChange?: (value: string) => void
  /** Chosen in a page that is rendered ahead; a form library knows it only once its script runs. */
  defaultValue?: string
  /** What `register(name)` of a form library returns, spread on every radio. */
  inputProps?: Omit<ComponentProps<'input'>, 'type' | 'value'>
}

/** A fieldset of ruled rows, one choice each. */
export function RadioGroup(props: RadioGroupProps) {
  const { legend, options, hint, error, value, defaultValue, onValueChange, inputProps } = props
  const made = useId()
  const name = props.name ?? inputProps?.name ?? `radio${made}`
  const describedBy = [hint && `${made}-hint`, error && `${made}-error`].filter(Boolean).join(' ')
  return (
    <fieldset {...(describedBy && { 'aria-describedby': describedBy })}>
      <legend className="field-label">{legend}</legend>
      {hint && (
        <span className="field-hint" id={`${made}-hint`}>
          {hint}
        </span>
      )}
      <div className="choices">
        {options.map((option) => (
          <label key={option.value}>
            <input
              {...inputProps}
              type="radio"
              name={name}
              value={option.value}
              {...(error && { 'aria-describedby': `${made}-error` })}
              {...(value !== undefined && { checked: value === option.value })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
              {...(onValueChange && { onChange: () => onValueChange(option.value) })}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={`${made}-error`}>{error}</FieldError>
    </fieldset>
  )
}
