import { authToken } from '#client/lib/stored.ts'
import { toast } from '#client/lib/toast.ts'

/**
 * The server no longer knows this sign-in. Without its token the checkout leads to the sign-in page and, after
 * it, back here; cart and checkout data stay where they are.
 */
export function endSession(): void {
  toast({
    title: 'Please sign in again',
    description: 'Your session has ended. Nothing was taken, and your cart is kept.',
    tone: 'bad',
  })
  authToken.clear()
}
