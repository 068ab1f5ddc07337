import { type FormEvent, type Ref, useRef, useState } from 'react'
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

function isWholeCode(code: string, method: CodeMethod): boolean {
  if (method !== 'recovery') return code.length === adminCodeLength
  return code.replace('-', '').length === recoveryCodeLength
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

export function CodeMethods({ current, onChoose }: CodeMethodsProps) {
  return codeMethods
    .filter((method) => method !== current)
    .map((method) => (
      <TextButton key={method} onClick={() => onChoose(method)}>
        {codeMethodMessages[method].use}
      </TextButton>
    ))
}

/** A code while it is typed: how it is proved, what is typed, and what is wrong with it. */
export function useCodeEntry(initialMethod: CodeMethod) {
  const [method, setMethod] = useState(initialMethod)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isWhole = isWholeCode(code, method)

  function restart(next = method) {
    setMethod(next)
    setCode('')
    setProblem(null)
    field.current?.focus()
  }

  return {
    method,
    field,
    /** What the button to send it waits for. */
    missing: !isWhole && codeMethodMessages[method].missing,
    setProblem,
    restart,
    /** Says what is wrong: the next digit that is typed takes the place of all that is there. */
    refuse(text: string) {
      setProblem(text)
      field.current?.focus()
      field.current?.select()
    },
    /** Sends a whole code, once. */
    submitting(isPending: boolean, send: (authCode: string) => void) {
      return (event: FormEvent) => {
        event.preventDefault()
        // A form of a dialog beneath must not take this as its own.
        event.stopPropagation()
        if (!isWhole || isPending) return
        setProblem(null)
        send(code)
      }
    },
    fieldProps: { ref: field, method, value: code, onValueChange: setCode, error: problem ?? undefined },
  }
}
