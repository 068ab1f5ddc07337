import { clsx } from 'clsx'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'

type FieldLinks = { id: string; describedBy: string | undefined; invalid: boolean }

const FieldContext = createContext<FieldLinks | null>(null)

type ControlLinks = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
}

/** What a control inside a Field needs so that label, hint and error belong to it. */
function useFieldLinks(own: ControlLinks = {}) {
  const field = useContext(FieldContext)
  const describedBy = [field?.describedBy, own['aria-describedby']].filter(Boolean).join(' ')
  const invalid = own['aria-invalid'] ?? (field?.invalid || undefined)
  const id = own.id ?? field?.id
  return {
    ...(id !== undefined && { id }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid !== undefined && { 'aria-invalid': invalid }),
  }
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** The words of what is wrong. Present means invalid. */
  error?: ReactNode
  optional?: boolean | undefined
  /** The id of the control; made up when absent. */
  id?: string | undefined
  className?: string | undefined
  /** One control: Input, Textarea, Select, PasswordInput. */
  children: ReactNode
  /** Below the control and the error. */
  after?: ReactNode
}

export function Field({ label, hint, error, optional, id, className, children, after }: FieldProps) {
  const made = useId()
  const controlId = id ?? `field${made}`
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={clsx('field', className)}>
      <label className="field-label" htmlFor={controlId}>
        {label}
        {optional && ' '}
        {optional && <span className="field-optional">(optional)</span>}
      </label>
      {hint && (
        <span className="field-hint" id={hintId}>
          {hint}
        </span>
      )}
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      <FieldError id={errorId}>{error}</FieldError>
      {after}
    </div>
  )
}

/** The lozenge and the words; nothing when there is nothing wrong. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <span className="field-error" id={id}>
      {children}
    </span>
  )
}

type InputProps = ComponentProps<'input'> & {
  /** `code` six large digits, `sum` money to the right, `caps` shown in capitals, `short` for a postcode. */
  look?: 'code' | 'sum' | 'caps' | 'short'
}

export function Input({ look, className, ...rest }: InputProps) {
  return (
    <input
      type="text"
      {...rest}
      {...useFieldLinks(rest)}
      className={clsx('input', look && `input-${look}`, className)}
    />
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} {...useFieldLinks(rest)} className={clsx('input', className)} />
}

/** The native list: it works under every policy and on every phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} {...useFieldLinks(rest)} className={clsx('input', className)} />
}

/** Field and Input in one, for the ordinary case. Every other prop goes to the input. */
export function TextField(props: Omit<FieldProps, 'children'> & Omit<InputProps, 'children'>) {
  const { label, hint, error, optional, className, after, id, ...input } = props
  const field = { label, hint, error, optional, className, after, id }
  return (
    <Field {...field}>
      <Input {...input} />
    </Field>
  )
}
