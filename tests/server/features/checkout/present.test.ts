import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeNews } from '#server/features/accounts/students.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { presentCheckout } from '#server/features/checkout/present.ts'
import { recordDetails } from '#server/features/checkout/record-details.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import { currentConsentVersion } from '#shared/messages/checkout.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a line keeps the price of the order when the catalog has another one', async () => {
  const student = await makeStudent(shop.deps)
  const cart = { studentId: student.id, videoIds: [1, 5], referralCode: null }
  await createIntent(shop.deps, cart)
  await shop.deps.db.video.update({ where: { id: 1 }, data: { pricePence: 7_000 } })
  expect(await presentCheckout(shop.deps, await createIntent(shop.deps, cart))).toMatchObject({
    lines: [
      { videoId: 1, price: '60.00' },
      { videoId: 5, price: '40.00' },
    ],
    total: '100.00',
  })
})

it('asks about news only those who have said neither yes nor no', async () => {
  const cart = { videoIds: [1], referralCode: null }
  const open = (studentId: string) => createIntent(shop.deps, { ...cart, studentId })
  const asksOf = async (studentId: string) =>
    (await presentCheckout(shop.deps, await open(studentId))).asksAboutNews
  const [undecided, yes, no, unsubscribed] = await Promise.all([1, 2, 3, 4].map(() => makeStudent(shop.deps)))
  if (!undecided || !yes || !no || !unsubscribed) throw new Error('No students')
  await changeNews(shop.deps, { studentId: yes.id, wantsNews: true })
  await changeNews(shop.deps, { studentId: no.id, wantsNews: false })
  const suppression = { address: unsubscribed.email, reason: 'unsubscribed', detail: null } as const
  await shop.deps.db.$transaction((tx) => suppressAddress(tx, { ...suppression, now: shop.deps.clock.now() }))
  const asked = await Promise.all([undecided, yes, no, unsubscribed].map(({ id }) => asksOf(id)))
  expect(asked).toEqual([true, false, false, false])

  const { order } = await open(undecided.id)
  const consent = { immediateAccess: true, wordingVersion: currentConsentVersion } as const
  const details = { orderId: order.id, consent, buyer: null, noNews: true }
  await recordDetails(shop.deps, { studentId: undecided.id, details })
  expect(await asksOf(undecided.id)).toBe(false)
})
