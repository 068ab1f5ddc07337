import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { Field, type FieldProps, Input } from './field.tsx'

/** A password that can be looked at. Goes inside a Field, as Input does. */
function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="input-row">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
      />
      <Button
        aria-label={shown ? 'Hide password' : 'Show password'}
        disabled={props.disabled}
        onClick={() => setShown((was) => !was)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, 'type' | 'children'>

/** Field and PasswordInput in one; `after` stands between the control and the error. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, className, after, id, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      <PasswordInput {...input} />
      {after}
    </Field>
  )
}

const ENOUGH = [8, 10, 12, 16] as const

/** Length is what counts: four boxes that fill at 8, 10, 12 and 16 characters, and what that comes to in words. */
export function LengthMeter({ length, needed }: { length: number; needed: number }) {
  if (length === 0) return null
  const reached = ENOUGH.filter((count) => length >= count).length
  return (
    <div>
      <meter
        className="visually-hidden"
        aria-label="Password length"
        min={0}
        max={ENOUGH.length}
        value={reached}
      >
        {length} characters
      </meter>
      <div className="length-meter" aria-hidden="true">
        {ENOUGH.map((count) => (
          <span key={count} data-on={length >= count ? '' : undefined} />
        ))}
      </div>
      <p className="small quiet length-label">{lengthLabel(length, needed - length)}</p>
    </div>
  )
}

function lengthLabel(length: number, missing: number): string {
  const count = length === 1 ? '1 character' : `${length} characters`
  if (missing > 0) return `${count}: ${missing} more needed`
  return length < ENOUGH[3] ? `${count}: enough, more is better` : `${count}: long`
}
