import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
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
