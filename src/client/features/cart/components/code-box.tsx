import type { FormEvent } from 'react'
import { cartMessages } from '#shared/messages/cart.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Status } from '../../../ui/status.tsx'
import { useCart } from '../use-cart.ts'

/** The referral code: typed and applied, by the button or by Enter. */
export function CodeBox() {
  const { codeText, setCodeText, referral, isCheckingCode, applyCode } = useCart()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (codeText.trim() !== '') void applyCode()
  }

  return (
    <form className="drawer-pad" onSubmit={submit}>
      <Field label="Club code">
        <span className="flex gap-2">
          <Input
            look="caps"
            value={codeText}
            onChange={(event) => setCodeText(event.target.value)}
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
        <p className="small mt-2">
          <Status kind="done" live wrap>
            {cartMessages.codeApplied(referral.clubName ?? referral.code, referral.discountPercent)}
          </Status>
        </p>
      )}
    </form>
  )
}
