import { screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import ServerStripe from 'stripe'
import { onTestFinished, vi } from 'vitest'
import { CheckoutScreen } from '#client/features/checkout/checkout-screen.tsx'
import type { CreatePaymentIntentOutput, PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import type { CartItem, CheckoutData } from '#shared/schemas/storage.ts'
import { fillIn, openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer, loseNetwork } from '#tests/support/fake-server.ts'

/** What these tests need of the payment sandbox's server; it is imported at run time, since the browser half knows no server. */
type ServerHalf = {
  startStripeSandbox: (input: object) => Promise<{
    host: string
    port: number
    secretKey: string
    publishableKey: string
    close: () => Promise<void>
  }>
}

async function startSandbox() {
  const { startStripeSandbox } = await vi.importActual<ServerHalf>('#sandbox/server/start-sandbox.ts')
  const clock = { now: () => new Date('2026-11-21T09:00:00Z') }
  const log = { info: () => undefined, warn: () => undefined }
  const sandbox = await startStripeSandbox({ file: null, clock, webhook: null, log })
  onTestFinished(sandbox.close)
  const { host, port } = sandbox
  const api = new ServerStripe(sandbox.secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0 })
  const reach = fetch
  return {
    publishableKey: sandbox.publishableKey,
    forward: (url: URL, init?: RequestInit) =>
      reach(`http://${host}:${port}${url.pathname}${url.search}`, init),
    makeIntent: () =>
      api.paymentIntents.create({
        amount: 10_800,
        currency: 'gbp',
        allowed_payment_method_types: ['card', 'klarna', 'revolut_pay'],
      }),
    statusOf: async (intentId: string) => (await api.paymentIntents.retrieve(intentId)).status,
    cancel: (intentId: string) => api.paymentIntents.cancel(intentId),
  }
}

export const CART: CartItem[] = [2, 3].map((id) => ({
  video: {
    id,
    title: `Film ${id}`,
    description: '',
    category: 'Navigation',
    duration: 100,
    price: '60.00',
    imageUrl: '',
  },
  quantity: 1,
}))

export const WISH: CheckoutData = {
  items: { videoIds: [2, 3], bundle: false },
  subtotal: '120.00',
  referralDiscount: '12.00',
  referralCode: 'HEDGEROW17',
  total: '108.00',
}

export function anOrder(over: Partial<CreatePaymentIntentOutput> = {}): CreatePaymentIntentOutput {
  const { items = { videoIds: [2, 3], bundle: false } } = over
  return {
    orderId: 'order-1',
    status: 'requires_payment',
    clientSecret: 'pi_none_secret_none',
    paymentIntentId: 'pi_none',
    items,
    lines: items.videoIds.map((videoId) => ({ videoId, price: '60.00' })),
    subtotal: '120.00',
    collectionDiscount: '0.00',
    referralDiscount: '12.00',
    referralCode: 'HEDGEROW17',
    clubName: 'Hedgerow Flying Club',
    discountPercent: 10,
    closesAt: '2027-02-21T10:00:00.000Z',
    total: '108.00',
    amountExVat: '90.00',
    vatAmount: '18.00',
    vatRate: 0.2,
    buyer: null,
    asksAboutNews: true,
    ...over,
  }
}

export function anOutcome(over: Partial<PaymentSuccessOutput> = {}): PaymentSuccessOutput {
  return {
    success: true,
    status: 'paid',
    orderId: 'order-1',
    message: 'Payment Successful!',
    method: 'Card',
    videoIds: [2, 3],
    isBundle: false,
    total: '108.00',
    expiresAt: '2027-02-21T09:00:00.000Z',
    invoiceNumber: 'INV-000123',
    invoiceId: 'paper-1',
    ...over,
  }
}

export const SIGNED_IN = { auth: { me: () => ({ id: SAM.id, user: SAM }) } } satisfies Answers

export function keepWish(wish: CheckoutData = WISH) {
  localStorage.setItem('cartItems', JSON.stringify(CART))
  localStorage.setItem('checkoutData', JSON.stringify(wish))
}

type Checkout = NonNullable<Answers['checkout']>
type Owned = NonNullable<NonNullable<Answers['progress']>['videos']>

type Opening = {
  wish?: CheckoutData
  order?: Partial<CreatePaymentIntentOutput>
  checkout?: Checkout
  owned?: Owned
  cart?: Answers['cart']
  isProviderAway?: () => boolean
  Screen?: ComponentType
  /** Stripe's own script is asked for, and never comes. */
  isWaitingForStripe?: boolean
  /** What the provider says to the payment, instead of the sandbox. */
  confirmAnswer?: (intent: ServerStripe.PaymentIntent) => Response
}

/** The checkout in front of a signed-in student, with the payment sandbox behind its payment element. */
export async function openCheckout({
  wish = WISH,
  order = {},
  checkout = {},
  owned = () => [],
  cart = {},
  isProviderAway = () => false,
  Screen = CheckoutScreen,
  isWaitingForStripe = false,
  confirmAnswer,
}: Opening = {}) {
  const sandbox = await startSandbox()
  const intent = await sandbox.makeIntent()
  keepWish(wish)
  const made = anOrder({ clientSecret: intent.client_secret, paymentIntentId: intent.id, ...order })
  const server = fakeServer(
    {
      ...SIGNED_IN,
      progress: { videos: owned },
      cart: { kept: () => ({ videoIds: [] }), ...cart },
      checkout: {
        createPaymentIntent: () => made,
        recordDetails: ({ orderId }) => ({ success: true, orderId }),
        confirmPayment: () => anOutcome(),
        isOpen: () => ({ isOpen: true }),
        ...checkout,
      },
    },
    async (url, init) => {
      if (isProviderAway()) return loseNetwork()
      if (confirmAnswer && url.pathname.endsWith('/confirm')) return confirmAnswer(intent)
      return sandbox.forward(url, init)
    },
  )
  const kind = isWaitingForStripe ? 'stripe' : 'sandbox'
  const payments = { kind, publishableKey: sandbox.publishableKey } as const
  const user = openScreen({ Screen, at: '/checkout', isSignedIn: true, data: { payments } })
  return { server, user, sandbox, intent }
}

export type OpenCheckout = Awaited<ReturnType<typeof openCheckout>>

export async function fillCard({ user }: OpenCheckout, number = '4242424242424242') {
  await fillIn(user, 'Card number', number)
  await fillIn(user, 'Expiry', '1230')
  await fillIn(user, 'Security code', '123')
}

export function consent({ user }: OpenCheckout) {
  return user.click(screen.getByLabelText(/^Open my films now/))
}

export function pay({ user }: OpenCheckout) {
  return user.click(screen.getByRole('button', { name: 'Pay £108.00' }))
}

export async function findNotices() {
  return within(await screen.findByRole('region', { name: /Notices/ }))
}

export function stored(key: string): unknown {
  return JSON.parse(localStorage.getItem(key) ?? 'null')
}
