import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { downloadInvoice, listDocuments } from './api-examples.ts'

let test: TestApp
let address: string
let orderId: string
beforeAll(async () => {
  test = await createTestApp()
  address = await test.app.listen({ host: '127.0.0.1', port: 0 })
  const paid = await test.shop.order({ student: test.people.student, videoIds: [1] })
  orderId = paid.orderId
  await test.shop.pay(paid.intentId)
  await syncPayment(test.shop.deps, paid.intentId)
})
afterAll(() => test.close())

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

describe('the examples in docs/api.md', () => {
  it('are the ones that are tried here', async () => {
    const page = await read('../../../docs/api.md')
    const blocks = [...page.matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map(([, code]) => code?.trim())
    expect(blocks).toHaveLength(2)
    expect(blocks.join('\n\n')).toBe((await read('./api-examples.ts')).trim())
  })

  it('list documents over tRPC', async () => {
    const { email, password } = test.people.student
    expect(await listDocuments(address, { email, password })).toEqual(['INV-000001: £60.00'])
    await expect(listDocuments(address, { email, password: 'not the password' })).rejects.toThrow(
      'Please check your credentials and try again.',
    )
  })

  it('download one over REST, and show the message of a refusal', async () => {
    const { id } = await test.shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    const { token } = test.sessions.student
    const userId = test.people.student.id
    const bytes = await downloadInvoice(address, token, { userId, id })
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(downloadInvoice(address, token, { userId, id: 'none' })).rejects.toThrow(
      'We could not find that invoice.',
    )
  })
})
