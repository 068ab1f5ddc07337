import type { FormEvent } from 'react'
import { useCart } from '#client/features/cart/use-cart.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { Status } from '#client/ui/status.tsx'
import { cartMessages } from '#shared/messages/cart.ts'

/** The referral code: typed and applied, by the button or by Enter. */
export function CodeBox() {
  const { codeText, setCodeText, referral, refusedCode, isCheckingCode, applyCode } = useCart()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const box = event.currentTarget
    if (codeText.trim() === '') return
    // The answer stands below the field, and the sum in the foot grows by a line: after both are drawn.
    void applyCode().then(() => requestAnimationFrame(() => showAboveFoot(box)))
  }

  return (
    <form className="drawer-pad" onSubmit={submit}>
      <Field
        label="Club code"
        {...(refusedCode !== null && {
          error: `${refusedCode} was not accepted. You can also buy without a code.`,
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
      {referral && (
        <p className="code-box-answer small">
          <Status kind="done" live wrap>
            {cartMessages.codeApplied(referral.clubName ?? referral.code, referral.discountPercent)}
          </Status>
        </p>
      )}
    </form>
  )
}

/** The box is the last thing in the drawer, whose foot covers it in a low window: scrolls to the end. */
function showAboveFoot(box: Element) {
  const drawer = box.closest('.drawer')
  if (drawer) drawer.scrollTop = drawer.scrollHeight
}
