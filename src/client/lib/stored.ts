import { fields, flag, orNothing, shape, text } from '#shared/schemas/shape.ts'
import {
  storedCart,
  storedCheckout,
  storedPendingVerification,
  storedRefererSession,
} from '#shared/schemas/storage.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'
import { storedJson, storedText } from './storage.ts'

/** Everything the shop keeps in a browser (requirements §3). */
export const authToken = storedText(storageKeys.authToken)
export const cartItems = storedJson(storageKeys.cart, storedCart)
export const checkoutData = storedJson(storageKeys.checkout, storedCheckout)
export const pendingVerification = storedJson(storageKeys.pendingVerification, storedPendingVerification)
/** The referral code of the cart: brought by a link, or accepted, and then asked about again on every visit. */
export const referralCode = storedJson(
  'referral_code',
  shape(
    fields<{ code: string; isApplied: boolean; linkName?: string }>({
      code: text(40, 1),
      isApplied: flag,
      linkName: orNothing(text(40)),
    }),
  ),
)
export const refererSession = storedJson(storageKeys.refererSession, storedRefererSession)

const legacyAuthToken = storedText(storageKeys.legacyAuthToken)

/** Older pages kept the token under another name: it is moved once, and cleared there. */
export function adoptLegacyToken(): void {
  const legacy = legacyAuthToken.read()
  if (legacy === null) return
  if (authToken.read() === null) authToken.write(legacy)
  legacyAuthToken.clear()
}
