import type { FormEvent } from 'react'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { Status } from '#client/ui/status.tsx'
import { cartMessages } from '#shared/messages/cart.ts'
import type { Referral } from '#shared/pricing/pricing.ts'

/** The referral code of the cart: as typed, and the one that the server has accepted. */
export type CartCode = {
  codeText: string
  setCodeText(text: string): void
  referral: Referral | null
  /** The one the server would not take, until another is typed. */
  refusedCode: string | null
  /** No answer came about it, so that nothing is taken off yet. */
  isUnchecked: boolean
  isCheckingCode: boolean
  /** Asks the server about the typed code; a blank box has no code to ask about. */
  applyCode(): Promise<Referral | null | 'refused'>
}

type CodeBoxProps = {
  code: CartCode
  className?: string
  onApplied?: (code: string) => void
}

/** The referral code: typed and applied, by the button or by Enter. */
export function CodeBox({ code, className, onApplied }: CodeBoxProps) {
  const { codeText, setCodeText, referral, refusedCode, isUnchecked, isCheckingCode, applyCode } = code

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const box = event.currentTarget
    if (codeText.trim() === '') return
    // The answer stands below the field, and the sum in the foot grows by a line: after both are drawn.
    void applyCode().then((answer) => {
      // The button had it, and is disabled while the box is empty.
      if (answer === 'refused') box.querySelector('input')?.focus()
      requestAnimationFrame(() => showAboveFoot(box))
      if (answer !== null && answer !== 'refused') onApplied?.(answer.code)
    })
  }

  return (
    <form className={className} onSubmit={submit}>
      <Field
        label="Club code"
        {...(refusedCode !== null && {
          error: (
            <span>
              <span>{cartMessages.invalidCodeTitle}</span>: {refusedCode}.{' '}
              <span>{cartMessages.invalidCode}</span>
            </span>
          ),
        })}
      >
        <span className="code-box-row">
          <Input
            look="caps"
            value={codeText}
            onChange={(event) => setCodeText(event.target.value)}
            onFocus={(event) => showAboveFoot(event.currentTarget)}
            placeholder={cartMessages.codePlaceholder}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            enterKeyHint="done"
          />
          <Button type="submit" loading={isCheckingCode} disabled={codeText.trim() === ''}>
            {cartMessages.apply}
          </Button>
        </span>
      </Field>
      {isUnchecked && (
        <p className="small" role="status">
          The code could not be checked just now.{' '}
          <TextButton type="submit" busy={isCheckingCode}>
            Try again
          </TextButton>
          , or empty the box to go on without it.
        </p>
      )}
      {/* An order says itself what counts in it. */}
      {referral && !onApplied && (
        <p className="code-box-answer small">
          <Status kind="done" live wrap>
            <span>{cartMessages.codeAppliedTitle}</span>:{' '}
            <span>
              {cartMessages.codeApplied(referral.clubName ?? referral.code, referral.discountPercent)}
            </span>
          </Status>
          <span className="second-line">{cartMessages.codeOnce}</span>
        </p>
      )}
    </form>
  )
}

/** What a press elsewhere found out about the code, once it is drawn. */
export function showCodeAnswer() {
  const box = document.querySelector('.drawer .code-box-row')
  requestAnimationFrame(() => box && showAboveFoot(box))
}

export function focusCodeBox() {
  document.querySelector<HTMLInputElement>('.drawer .code-box-row input')?.focus()
}

/** The foot of the drawer may cover the box, and its answer below it: both come to stand well above it. */
function showAboveFoot(box: Element) {
  const drawer = box.closest('.drawer')
  if (!drawer) return
  const { top, height } = drawer.getBoundingClientRect()
  drawer.scrollTop += Math.max(0, box.getBoundingClientRect().top - top - height / 2.5)
}
