import { useCart } from '#client/features/cart/use-cart.ts'
import { Container } from '#client/ui/layout.tsx'
import { cartMessages } from '#shared/messages/cart.ts'

/** Over the shop window, once a referral code is accepted: whose it is, and what it takes off. */
export function CodeStrip() {
  const { referral } = useCart()
  const isWorth = referral !== null && referral.discountPercent > 0
  return (
    <div aria-live="polite" className="code-strip-place">
      {isWorth && (
        <div className="code-strip no-print">
          <Container>
            <p className="small">
              <b>{cartMessages.codeApplied(referral.clubName ?? referral.code, referral.discountPercent)}</b>{' '}
              {cartMessages.withCode(referral.code)}
            </p>
          </Container>
        </div>
      )}
    </div>
  )
}
