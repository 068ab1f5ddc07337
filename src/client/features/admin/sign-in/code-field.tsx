import type { Ref } from 'react'
import { TextButton } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { adminCodeLength, recoveryCodeLength } from '#shared/limits.ts'
import { codeMethodMessages } from '#shared/messages/admin.ts'
import { type CodeMethod, codeMethods } from '#shared/schemas/admin.ts'

type CodeFieldProps = {
  method: CodeMethod
  value: string
  onValueChange: (digits: string) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Six digits and nothing else, or a recovery code: spaces of a pasted code fall away. */
export function CodeField({ method, value, onValueChange, ...rest }: CodeFieldProps) {
  const { label, hint } = codeMethodMessages[method]
  const isDigits = method !== 'recovery'
  return (
    <TextField
      {...rest}
      label={label}
      hint={hint}
      look="code"
      inputMode={isDigits ? 'numeric' : 'text'}
      autoComplete={isDigits ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      onChange={({ target }) =>
        onValueChange(isDigits ? digitsOf(target.value) : recoveryCodeOf(target.value))
      }
    />
  )
}

export function isWholeCode(code: string, method: CodeMethod): boolean {
  if (method !== 'recovery') return code.length === adminCodeLength
  return code.replace('-', '').length === recoveryCodeLength
}

/** The next digit that is typed takes the place of all that is there. */
export function focusWhole(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}

function recoveryCodeOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z\d-]/g, '')
    .slice(0, recoveryCodeLength + 1)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, adminCodeLength)
}

type CodeMethodsProps = { current: CodeMethod; onChoose: (method: CodeMethod) => void }

/** The other ways to prove a second factor, for an admin who has an authenticator app. */
export function CodeMethods({ current, onChoose }: CodeMethodsProps) {
  return codeMethods
    .filter((method) => method !== current)
    .map((method) => (
      <TextButton key={method} onClick={() => onChoose(method)}>
        {codeMethodMessages[method].use}
      </TextButton>
    ))
}
