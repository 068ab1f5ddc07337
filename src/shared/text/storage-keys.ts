/** Names under which the browser keeps things (requirements §3). What they hold is in schemas/storage.ts. */
export const storageKeys = {
  authToken: 'auth_token',
  /** Read once, moved to `auth_token`, then cleared. */
  legacyAuthToken: 'token',
  cart: 'cartItems',
  checkout: 'checkoutData',
  pendingVerification: 'pendingVerification',
  refererSession: 'referer_session',
} as const
