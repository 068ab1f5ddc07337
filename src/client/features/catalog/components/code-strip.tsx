import { useCart } from '#client/features/cart/use-cart.ts'
import { Container } from '#client/ui/layout.tsx'
import { cartMessages } from '#shared/messages/cart.ts'

/** Over the shop window, once a referral code is accepted: whose it is, and what it takes off; or that it is none. */
export function CodeStrip() {
  const { codeText, isCodeRefused, referral } = useCart()
  const isWorth = referral !== null && referral.discountPercent > 0
  return (
    <div aria-live="polite">
      {(isWorth || isCodeRefused) && (
        <div className="code-strip no-print">
          <Container>
            <p className="small">
              {isWorth ? (
                <>
                  <b>
                    {cartMessages.codeApplied(referral.clubName ?? referral.code, referral.discountPercent)}
                  </b>{' '}
                  {cartMessages.withCode(referral.code)}
                </>
              ) : (
                `${cartMessages.invalidCodeTitle}: ${codeText}`
              )}
            </p>
          </Container>
        </div>
      )}
    </div>
  )
}
