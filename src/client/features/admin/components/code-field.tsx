import type { Ref } from 'react'
import { adminCodeLength } from '#shared/limits.ts'
import { TextField } from '../../../ui/field.tsx'

type CodeFieldProps = {
  label: string
  hint: string
  value: string
  onValueChange: (digits: string) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Six digits and nothing else: spaces of a pasted code fall away. */
export function CodeField({ value, onValueChange, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      look="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onValueChange(digitsOf(event.target.value))}
    />
  )
}

export function isWholeCode(code: string): boolean {
  return code.length === adminCodeLength
}

/** The next digit that is typed takes the place of all that is there. */
export function focusWhole(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, adminCodeLength)
}
