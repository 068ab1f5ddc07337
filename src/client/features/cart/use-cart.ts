import { createContext, useContext } from 'react'
import type { CartCode } from '#client/site/code-box.tsx'
import type { Quote } from '#shared/pricing/pricing.ts'

type VideoState = 'available' | 'in-cart' | 'owned'

export type Cart = CartCode & {
  /** Everything the drawer shows, priced by the same function that charges. */
  quote: Quote
  count: number
  ownedVideoIds: readonly number[]
  /** When a renewal of a video would begin, ISO 8601; null for what is not open, or cannot be renewed yet. */
  renewsFrom(videoId: number): string | null
  stateOf(videoId: number): VideoState
  add(videoId: number): void
  /** What a student had in a cart elsewhere. */
  addAll(videoIds: readonly number[]): void
  remove(videoId: number): void
  /** Adds what is neither owned nor in the cart; says so when nothing is left to buy. */
  addPackage(): void
  /** Asked for, and waiting to be told what is owned. */
  isAddingPackage: boolean
  clear(): void

  /** What these videos would cost as one order; null where no accepted code takes anything off them. */
  quoteWithCode(videoIds: readonly number[]): Quote | null
  /** Writes down what is to be bought, for the checkout to read. False when a typed code was refused. */
  storeCheckout(): Promise<boolean>

  isOpen: boolean
  setOpen(isOpen: boolean): void
}

export const CartContext = createContext<Cart | null>(null)

export function useCart(): Cart {
  const cart = useContext(CartContext)
  if (cart === null) throw new Error('useCart needs a CartProvider above it')
  return cart
}
