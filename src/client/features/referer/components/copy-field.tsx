import { useRef } from 'react'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'

type CopyFieldProps = { label: string; hint?: string; value: string }

/** A text to take along. Where the browser gives no clipboard, the text is selected for the keyboard. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  async function copyValue() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: copy.copied, description: value, tone: 'good' })
    } catch {
      input.current?.select()
      toast({ title: copy.copyFailedTitle, description: copy.copyFailed, tone: 'bad' })
    }
  }

  return (
    <Field label={label} hint={hint}>
      <div className="input-row">
        <Input ref={input} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Button aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copyValue()}>
          Copy
        </Button>
      </div>
    </Field>
  )
}
