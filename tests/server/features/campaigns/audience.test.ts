import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRecipients } from '#server/features/campaigns/audience.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('counts buyers and people who opted in, once each, without those who opted out', async () => {
  const { deps } = shop
  const now = deps.clock.now()
  const buyer = await makeBuyer(shop, [1])
  await makeStudent(deps) // only registered: no one may write to them
  await makeStudent(deps, { newsOptInAt: now })
  const refuser = await makeBuyer(shop, [1])
  await deps.db.student.update({ where: { id: refuser.id }, data: { newsOptOutAt: now } })
  const bounced = await makeBuyer(shop, [1])
  await deps.db.suppression.create({ data: { addressKey: bounced.email, reason: 'bounced', createdAt: now } })
  await makeReferer(deps)
  await makeReferer(deps, { contactEmail: buyer.email.toUpperCase() })
  await makeReferer(deps, { endedAt: now })

  expect(await countRecipients(deps, 'students')).toBe(2)
  expect(await countRecipients(deps, 'referers')).toBe(2)
  expect(await countRecipients(deps, 'all')).toBe(3)
})
