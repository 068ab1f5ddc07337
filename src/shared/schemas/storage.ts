import { referralCodeMaxLength } from '#shared/limits.ts'
import { POUNDS } from '#shared/money/money.ts'
import type { VideoOutput } from './catalog.ts'
import {
  fields,
  flag,
  list,
  matching,
  number,
  oneOf,
  orNothing,
  orNull,
  shape,
  text,
  wholeNumber,
} from './shape.ts'

const pounds = matching(POUNDS)
const anyText = text(Number.POSITIVE_INFINITY)

const video = fields<VideoOutput>({
  id: wholeNumber,
  title: anyText,
  description: anyText,
  category: anyText,
  duration: wholeNumber,
  price: pounds,
  imageUrl: anyText,
})

export type CartItem = { video: VideoOutput; quantity: 1 }

/** What the browser keeps (requirements §3), read back through these: storage can hold anything. */
export const storedCart = shape(list(fields<CartItem>({ video, quantity: oneOf([1]) }), 50))

export type CheckoutData = {
  items: { videoIds: number[]; bundle: boolean }
  subtotal: string
  referralDiscount: string
  referralCode: string | null
  total: string
  /** Known once the payment intent exists. */
  amountExVat?: string | undefined
  vatAmount?: string | undefined
  vatRate?: number | undefined
}

export const storedCheckout = shape(
  fields<CheckoutData>({
    items: fields<CheckoutData['items']>({ videoIds: list(wholeNumber, 50, 1), bundle: flag }),
    subtotal: pounds,
    referralDiscount: pounds,
    referralCode: orNull(anyText),
    total: pounds,
    amountExVat: orNothing(pounds),
    vatAmount: orNothing(pounds),
    vatRate: orNothing(number),
  }),
)

type PendingVerification = {
  email: string
  redirectTo: string
  message: string
  /** Only in the browser that registered. */
  waiting?: string | undefined
}

export const storedPendingVerification = shape(
  fields<PendingVerification>({
    email: text(254),
    redirectTo: text(200),
    message: text(500),
    waiting: orNothing(text(400)),
  }),
)

type RefererSession = {
  id: string
  name: string
  referralCode: string
  commissionPercentage: number
  token: string
}

/**
 * The referer's session, kept in the browser and sent whole in the Authorization header. Only `token` proves
 * anything; the ids beside it are for the screen.
 */
export const storedRefererSession = shape(
  fields<RefererSession>({
    id: text(64),
    name: text(200),
    referralCode: text(referralCodeMaxLength),
    commissionPercentage: number,
    token: text(200, 1),
  }),
)
