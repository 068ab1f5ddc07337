import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrderPage } from '#server/features/order-admin/order-list.ts'
import { eraseOrders } from '#server/features/orders/personal-data.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { type OrdersShown, searchOrdersOutput } from '#shared/schemas/admin-orders.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let kim: Bought
let sam: Bought
let open: { orderId: string }
beforeAll(async () => {
  shop = await createTestShop()
  kim = await buy({ username: 'KimWindsock', email: 'kim.windsock@example.com' }, [2])
  sam = await buy(
    { username: 'sam', email: 'sam+ppl@hedgerow.example', businessName: 'Tuesday Aero Ltd' },
    [1, 3],
  )
  await shop.deps.db.order.update({
    where: { id: sam.orderId },
    data: {
      buyer: {
        fullName: 'Samantha O’Brien-Müller',
        businessName: null,
        vatNumber: null,
        addressLine1: null,
        addressLine2: null,
        city: null,
        postcode: null,
        country: 'United Kingdom',
        wantsVatInvoice: false,
      },
    },
  })
  const student = await makeStudent(shop.deps, { username: 'waiting', email: 'waiting@example.com' })
  shop.deps.clock.advance(1_000)
  open = await shop.order({ student, videoIds: [5] })
  await makeStudent(shop.deps, { username: 'window', email: 'never@bought.example', verifiedAt: null })
})
afterAll(() => shop.close())

type Bought = { id: string; orderId: string; intentId: string; invoice: string }

/** Each purchase is a second later than the one before. */
async function buy(student: Parameters<typeof makeStudent>[1], videoIds: number[]): Promise<Bought> {
  shop.deps.clock.advance(1_000)
  const made = await makeStudent(shop.deps, student)
  const { orderId, intentId } = await shop.order({ student: made, videoIds })
  await shop.pay(intentId)
  await syncPayment(shop.deps, intentId)
  const { label } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId, kind: 'invoice' } })
  return { id: made.id, orderId, intentId, invoice: label }
}

const find = async (
  words: string | null,
  over: { shown?: OrdersShown; cursor?: string | null; limit?: number } = {},
) =>
  searchOrdersOutput.parse(
    await getOrderPage(shop.deps, { words, shown: 'all', cursor: null, limit: 25, ...over }),
  )

async function idsOf(...input: Parameters<typeof find>): Promise<string[]> {
  return (await find(...input)).orders.map(({ id }) => id)
}

describe('the list of orders', () => {
  it('has the newest first, page by page, and each order once', async () => {
    const first = await find(null, { limit: 2 })
    expect(first.orders.map(({ id }) => id)).toEqual([open.orderId, sam.orderId])
    expect(first.students).toEqual([])
    const second = await find(null, { limit: 2, cursor: first.nextCursor })
    expect(second.orders.map(({ id }) => id)).toEqual([kim.orderId])
    expect(second.nextCursor).toBeNull()
    // Text that is no cursor begins at the start.
    expect(await idsOf(null, { limit: 1, cursor: 'made up' })).toEqual([open.orderId])
  })

  it('describes each order', async () => {
    const { orders } = await find('kim')
    expect(orders).toEqual([
      {
        id: kim.orderId,
        status: 'paid',
        isBundle: false,
        videos: ['Navigation'],
        createdAt: expect.any(String),
        paidAt: expect.any(String),
        total: '60.00',
        refunded: '0.00',
        hasOpenDispute: false,
        openWish: null,
        invoiceNumber: kim.invoice,
        student: { id: kim.id, username: 'KimWindsock', email: 'kim.windsock@example.com' },
      },
    ])
  })

  it('says what a student who waits for an answer asks for', async () => {
    const { db, clock } = shop.deps
    const { orderId } = sam
    const request = { orderId, status: 'waiting', wish: 'refund', reason: 'other' } as const
    await db.refundRequest.create({ data: { ...request, id: 'request-1', createdAt: clock.now() } })
    expect((await find(null)).orders).toMatchObject([{ openWish: null }, { openWish: 'refund' }, {}])
    // The page of the order names the newest, too.
    const createdAt = new Date(clock.now().getTime() + 1_000)
    const exchange = { ...request, wish: 'exchange', exchangeVideoId: 3 } as const
    await db.refundRequest.create({ data: { ...exchange, id: 'request-2', createdAt } })
    expect((await find(null)).orders).toMatchObject([{}, { openWish: 'exchange' }, {}])
    await db.refundRequest.deleteMany({ where: { orderId } })
  })

  it('filters paid, unpaid and refunded orders', async () => {
    expect(await idsOf(null, { shown: 'paid' })).toEqual([sam.orderId, kim.orderId])
    expect(await idsOf(null, { shown: 'unpaid' })).toEqual([open.orderId])
    expect(await idsOf(null, { shown: 'returned' })).toEqual([])
    shop.sandbox.controls.refund((await chargeOf(shop, kim.intentId)).id, 1_000)
    await syncPayment(shop.deps, kim.intentId)
    const { orders } = await find(null, { shown: 'returned' })
    expect(orders).toMatchObject([{ id: kim.orderId, refunded: '10.00' }])
  })
})

describe('searching', () => {
  it.each([
    ['a name', 'kimwind', () => [kim.orderId]],
    ['an address', 'kim.windsock@example.com', () => [kim.orderId]],
    ['an address with a plus, in capitals', 'SAM+PPL@HEDGEROW', () => [sam.orderId]],
    ['a part of an address', 'hedgerow', () => [sam.orderId]],
    ['a business', 'tuesday aero', () => [sam.orderId]],
    ['the buyer’s last name on the invoice', 'müller', () => [sam.orderId]],
    ['two names of the invoice in reverse order', 'brien, samantha', () => [sam.orderId]],
    ['words of different orders', 'kim hedgerow', () => []],
    ['the middle of a word', 'indsock', () => []],
    ['nothing but signs', ' %_\\* ', () => []],
    ['signs of a query language', "kim' | !sam & (a:*", () => []],
  ])('finds by %s', async (_what, words, expected) => {
    expect(await idsOf(words)).toEqual(expected())
  })

  it('finds by club code, amount and the last four digits of the card', async () => {
    const referer = await makeReferer(shop.deps, { referralCode: 'TAILWIND5' })
    const lee = await makeBuyer(shop, [3], referer.code)
    const { cardEnding } = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId: lee.orderId } })
    expect(cardEnding).toBe('4242')
    for (const words of ['tailwind5', 'TAILWIND5 ', '£54', '£54.00', '54.00']) {
      expect(await idsOf(words), words).toEqual([lee.orderId])
    }
    expect(await idsOf('4242')).toContain(lee.orderId)
    expect(await idsOf('4242')).not.toContain(open.orderId)
    for (const words of ['tailwind', '54', '£53.99', '£30,000,000', '9999'])
      expect(await idsOf(words), words).toEqual([])
    await shop.deps.db.$transaction((tx) => eraseOrders(tx, lee.id))
    expect(await idsOf('4242')).not.toContain(lee.orderId)
  })

  it('finds by the number of an invoice, however it is typed, and by ids', async () => {
    const figures = String(Number(kim.invoice.replace(/\D/g, '')))
    for (const words of [
      kim.invoice,
      kim.invoice.toLowerCase(),
      figures,
      `inv ${figures}`,
      kim.orderId,
      kim.intentId,
    ]) {
      expect(await idsOf(words), words).toContain(kim.orderId)
      expect(await idsOf(words), words).not.toContain(sam.orderId)
    }
  })

  it('finds students without orders, and counts the orders of the others', async () => {
    const { students, orders } = await find('wind never')
    expect(orders).toEqual([])
    expect(students).toMatchObject([{ username: 'window', isVerified: false, orderCount: 0 }])
    expect((await find('kim')).students).toMatchObject([{ id: kim.id, isVerified: true, orderCount: 1 }])
  })

  it('shows eight students at most, and says when there are more', async () => {
    for (const letter of 'abcdefgh') {
      await makeStudent(shop.deps, { username: `${letter}many`, email: `${letter}@crowd.example` })
    }
    const eight = await find('crowd')
    expect([eight.students.length, eight.hasMoreStudents]).toEqual([8, false])
    await makeStudent(shop.deps, { username: 'imany', email: 'i@crowd.example' })
    const nine = await find('crowd')
    expect([nine.students.length, nine.hasMoreStudents]).toEqual([8, true])
  })
})
