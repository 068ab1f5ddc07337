import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { createVideoReader } from '#server/features/playback/streams.ts'
import { askRefund } from '#server/features/refund-requests/requests.ts'
import type { AskRefundInput } from '#shared/schemas/refund-requests.ts'
import { addressOf } from '#tests/server/features/playback/address-of.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { makeBuyer, type TestShop } from '#tests/support/shop.ts'

export type Buyer = Awaited<ReturnType<typeof makeBuyer>> & { lineIds: string[] }

/** A student who has paid for these videos, after giving up the 14 days or not, with the ids of the lines. */
export async function makeAsker(
  shop: TestShop,
  videoIds: number[],
  { hasConsent = true } = {},
): Promise<Buyer> {
  const buyer = await makeBuyer(shop, videoIds)
  return withLines(shop, buyer, hasConsent)
}

/** A student who agreed to the videos of an order that renews the first, the day before its term ends. */
export async function makeRenewer(shop: TestShop, ...videoIds: [number, ...number[]]): Promise<Buyer> {
  const { deps } = shop
  deps.clock.set('2026-11-21T10:00:00Z')
  const student = await makeBuyer(shop, videoIds.slice(0, 1))
  deps.clock.set('2027-02-20T10:00:00Z')
  const order = await shop.order({ student, videoIds })
  await shop.pay(order.intentId)
  await syncPayment(deps, order.intentId)
  return withLines(shop, { ...student, ...order }, true)
}

async function withLines(
  shop: TestShop,
  buyer: Awaited<ReturnType<typeof makeBuyer>>,
  hasConsent: boolean,
): Promise<Buyer> {
  const { db, clock } = shop.deps
  if (hasConsent) {
    const data = { consentWording: 'Open my films now.', consentAt: clock.now() }
    await db.order.update({ where: { id: buyer.orderId }, data })
  }
  const lines = await db.orderLine.findMany({
    where: { orderId: buyer.orderId },
    orderBy: { videoId: 'asc' },
    select: { id: true },
  })
  return { ...buyer, lineIds: lines.map(({ id }) => id) }
}

/** Asks for money back for all lines, unless said otherwise. */
export async function ask(
  shop: TestShop,
  { id: studentId, orderId, lineIds }: Buyer,
  over: Partial<AskRefundInput> = {},
): Promise<{ requestId: string }> {
  const wish = { orderId, lineIds, wish: 'refund', exchangeVideoId: null, reason: 'wrongVideo' } as const
  const { id } = await askRefund(shop.deps, { studentId, ask: { ...wish, message: null, ...over } })
  return { requestId: id }
}

/** Asks for another video in place of the only one. */
export function askExchange(shop: TestShop, buyer: Buyer, exchangeVideoId: number) {
  return ask(shop, buyer, { wish: 'exchange', exchangeVideoId })
}

export async function watch(
  { deps }: TestShop,
  { studentId, videoId, percent }: { studentId: string; videoId: number; percent: number },
): Promise<void> {
  const now = deps.clock.now()
  const times = { startedAt: now, updatedAt: now }
  await deps.db.progress.create({
    data: { studentId, videoId, percent, positionSeconds: percent, completed: false, ...times },
  })
}

/** As a player that fetches a video for a while, and saves nothing. Returns the session and the URL. */
export async function play(
  { deps }: TestShop,
  { studentId, videoId, minutes }: { studentId: string; videoId: number; minutes: number },
) {
  const { sessionId } = await makeSession(deps, { studentId })
  const { secureVideoUrl } = await openVideo(deps, { studentId, sessionId, videoId, playSession: null })
  const address = addressOf(secureVideoUrl)
  deps.clock.advance(minutes * 60_000)
  await createVideoReader(deps)({ ...address, sessionId })
  return { ...address, sessionId }
}

/** What became of a request, with whether its lines can be asked about again. */
export async function readRequest({ deps }: TestShop, requestId: string) {
  const { lines, ...request } = await deps.db.refundRequest.findUniqueOrThrow({
    where: { id: requestId },
    include: { lines: true },
  })
  return { ...request, isOpen: lines.some(({ isOpen }) => isOpen) }
}

/** The mails of one template to an address, the oldest first. */
export function mailsTo({ deps }: TestShop, toAddress: string, template: string) {
  return deps.db.outboxMessage.findMany({
    where: { toAddress, template },
    orderBy: { id: 'asc' },
    select: { props: true },
  })
}
