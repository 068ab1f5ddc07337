import { fc } from '@fast-check/vitest'
import { answerRefund } from '#server/features/order-admin/match-refunds.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { resolveRefund, retryRefund } from '#server/features/order-admin/resolve-refund.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { pence } from '#shared/money/money.ts'
import type { RefundChoice } from '#shared/refunds/refund-quote.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { chargeOf, goneBackOf } from './refunded-order.ts'

/** How a refund request ends: what Stripe made of it, and whether the answer arrived. */
const CALLS = ['answered', 'answered', 'never sent', 'answer lost', 'error', 'error after all'] as const

const amount = fc.integer({ min: 1, max: 9_000 })
const kind = fc.constantFrom('chargeback', 'chargeback', 'inquiry', 'prevented')
const call = fc.constantFrom(...CALLS)
const which = fc.nat({ max: 3 })

/** What an admin, a bank or Stripe can do next. */
export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund at Stripe' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund all at Stripe' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund a line' as const), line: fc.nat({ max: 6 }), call }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund an amount' as const), amount, call }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('fail' as const, 'cancel' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('dispute' as const), kind, amount: fc.option(amount) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('win' as const, 'lose' as const, 'escalate' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('retry' as const, 'pay otherwise' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      answer: fc.constantFrom('same' as const, 'two' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settle' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'late answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tell the fee' as const) }) },
)
export type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never

export type Paid = { orderId: string; intentId: string; remembered: PaymentDetails | null }

type Acting = { shop: TestShop; adminId: string; paid: Paid }

const EXPECTED = new Set([
  'CONFLICT',
  'NOTHING_TO_REFUND',
  'ORDER_NOT_FOUND',
  'REFUND_DISPUTED',
  'REFUND_MADE_BEFORE',
  'REFUND_PENDING',
  'REFUND_REFUSED',
  'REFUND_TOO_MUCH',
])

/** Does one step; a refusal of the sandbox or the shop changes nothing. */
export async function act(acting: Acting, next: Step): Promise<void> {
  const { shop, paid } = acting
  const { controls } = shop.sandbox
  const charge = await chargeOf(shop, paid.intentId)
  switch (next.do) {
    case 'refund at Stripe':
      return attempt(() => controls.refund(charge.id, next.amount))
    case 'refund all at Stripe':
      return attempt(() => controls.refund(charge.id))
    case 'fail':
    case 'cancel': {
      const { data } = await shop.stripe.refunds.list({ charge: charge.id })
      const refund = data[next.which % Math.max(data.length, 1)]
      return attempt(
        () => refund && (next.do === 'fail' ? controls.failRefund : controls.cancelRefund)(refund.id),
      )
    }
    case 'dispute': {
      const { kind: disputeKind, amount: disputed } = next
      const part = disputed === null ? {} : { amount: Math.min(disputed, charge.amount) }
      return attempt(() => controls.openDispute(charge.id, { kind: disputeKind, ...part }))
    }
    case 'win':
    case 'lose':
    case 'escalate': {
      const { data } = await shop.stripe.disputes.list({ charge: charge.id })
      const [dispute] = data
      const close = {
        win: controls.winDispute,
        lose: controls.loseDispute,
        escalate: controls.escalateInquiry,
      }
      return attempt(() => dispute && close[next.do](dispute.id))
    }
    case 'tell the fee':
      return attempt(() => controls.tellFee(charge.id))
    case 'refund a line': {
      const lines = await shop.deps.db.orderLine.findMany({
        where: { orderId: paid.orderId },
        orderBy: { videoId: 'asc' },
      })
      const line = lines[next.line % lines.length]
      return line && refund(acting, { lineIds: [line.id] }, next.call)
    }
    case 'refund an amount':
      return refund(acting, { amountPence: pence(next.amount) }, next.call)
    case 'retry':
    case 'pay otherwise':
      return resolveFailed(acting, next.do)
    case 'answer':
      return answerHeld(acting, next.answer)
    case 'read':
      paid.remembered = await shop.deps.payments.findPayment(paid.intentId)
      return
    case 'late answer':
      return settleWith(shop, paid)
    case 'settle':
      await Promise.all(Array.from({ length: next.times }, () => syncPayment(shop.deps, paid.intentId)))
  }
}

/** Syncs with old facts of Stripe; nothing is requested with them, as reads and requests go together. */
async function settleWith({ deps }: TestShop, { intentId, remembered }: Paid): Promise<void> {
  if (!remembered) return
  const payments = {
    ...deps.payments,
    findPayment: async () => remembered,
    refund: async () => ({ kind: 'unsent' as const, code: 'late' }),
  }
  await syncPayment({ ...deps, payments }, intentId)
}

function attempt(action: () => unknown): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'TypeError') throw error
  }
}

async function tolerate(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (!EXPECTED.has(String(error.code))) throw error
  })
}

async function refund({ shop, adminId, paid }: Acting, wish: RefundChoice, how: (typeof CALLS)[number]) {
  const { orderId } = paid
  const seenBackPence = await goneBackOf(shop, orderId)
  const input = { orderId, wish, reason: 'Bought by mistake', adminId, seenBackPence }
  await tolerate(refundOrder(calling(shop.deps, how), input))
}

/** The same shop, whose refund requests end like this. */
export function calling(deps: TestShop['deps'], how: (typeof CALLS)[number]): PaymentDeps {
  const { payments } = deps
  const lost = new Error('The line was closed')
  const asked: typeof payments.refund = async (request) => {
    if (how === 'never sent') throw lost
    if (how === 'error') return { kind: 'error', code: 'api_error' }
    const answer = await payments.refund(request)
    if (how === 'answer lost') throw lost
    return how === 'error after all' ? { kind: 'error', code: 'api_error' } : answer
  }
  return { ...deps, payments: { ...payments, refund: asked } }
}

async function resolveFailed({ shop, adminId, paid }: Acting, how: 'retry' | 'pay otherwise'): Promise<void> {
  const failed = await shop.deps.db.refund.findFirst({
    where: { payment: { orderId: paid.orderId }, status: 'failed', resolution: null },
    orderBy: { id: 'asc' },
  })
  if (!failed) return
  const input = { refundId: failed.id, adminId }
  if (how === 'retry') return tolerate(retryRefund(shop.deps, input))
  await tolerate(
    resolveRefund(shop.deps, { ...input, resolution: 'paidOtherwise', note: 'By bank transfer' }),
  )
}

/** Answers every held refund of the order. */
export async function answerHeld({ shop, adminId, paid }: Acting, answer: 'same' | 'two'): Promise<void> {
  const held = await shop.deps.db.refund.findMany({
    where: { payment: { orderId: paid.orderId }, status: 'held' },
    orderBy: { id: 'asc' },
  })
  for (const { id } of held) await tolerate(answerRefund(shop.deps, { refundId: id, answer, adminId }))
}
