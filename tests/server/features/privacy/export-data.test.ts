import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeEmail, confirmEmailChange } from '#server/features/accounts/email-change.ts'
import { exportData } from '#server/features/privacy/export-data.ts'
import { hashToken } from '#server/infra/ids.ts'
import { exportOutput } from '#shared/schemas/account.ts'
import { ask } from '#tests/server/features/refund-requests/asked-order.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { fillDesk } from './student-desk.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('exportData', () => {
  it('holds data of every feature, each explained, as plain JSON', async () => {
    const { deps } = shop
    const { code } = await makeReferer(deps)
    const buyer = await makeBuyer(shop, [1], code)
    const { token } = await makeSession(deps, { studentId: buyer.id })
    await fillDesk(shop, { studentId: buyer.id, token, words: 'Drift' })
    const { id: lineId } = await deps.db.orderLine.findFirstOrThrow({ where: { orderId: buyer.orderId } })
    await ask(shop, { ...buyer, lineIds: [lineId] }, { reason: 'faulty', message: 'The sound ends early.' })
    const moved = 'moved.export@example.com'
    await changeEmail(deps, { studentId: buyer.id, email: moved, password: buyer.password })
    const changeToken = await newestToken(deps, 'email-change', moved)
    await confirmEmailChange(deps, { token: changeToken, session: null })

    const data = await exportData(deps, buyer.id)
    expect(exportOutput.parse(data)).toEqual(data)
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    const part = (title: string) => JSON.stringify(data.parts.find((one) => one.title === title)?.data)
    expect(part('Account')).toContain(moved)
    for (const kept of ['"percent":40', '[[3,21]]', 'Drift note', '2027-01-19']) {
      expect(part('Films and progress')).toContain(kept)
    }
    expect(part('Questions to the instructor')).toMatch(/Drift question.*Drift answer/)
    expect(part('Orders and payments')).toContain(buyer.orderId)
    expect(part('Invoices and credit notes')).toMatch(/INV-\d{6}/)
    expect(part('Requests for refunds and exchanges')).toContain('The sound ends early.')
    expect(part('Commission')).toContain(code)
    expect(part('Mails about your account and orders')).toContain('purchase-confirmation')
    expect(part('Changes to the account')).toContain(buyer.email)
    const words = data.parts.find(({ title }) => title === 'Films and progress')?.explanation
    expect(words).toMatch(/parts you played.*notes.*exam dates/)
    expect(data.parts.every(({ explanation }) => explanation.length > 40)).toBe(true)

    const text = JSON.stringify(data)
    for (const secret of ['argon2', changeToken, token, hashToken(token), hashToken(changeToken)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('holds nothing of other students', async () => {
    const { deps } = shop
    const buyer = await makeBuyer(shop, [1])
    const other = await makeBuyer(shop, [1])
    const text = JSON.stringify(await exportData(deps, buyer.id))
    expect(text).toContain(buyer.email)
    for (const theirs of [other.id, other.email, other.orderId, other.intentId]) {
      expect(text).not.toContain(theirs)
    }
  })

  it('refuses an erased student', async () => {
    const erased = await makeStudent(shop.deps, { erasedAt: shop.deps.clock.now() })
    await expect(exportData(shop.deps, erased.id)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  })
})
