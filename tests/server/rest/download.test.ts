import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const URL = '/api/admin/quarterly-report/2026-Q4'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const { intentId } = await test.shop.order({ student: test.people.student, videoIds: [1] })
  await test.shop.pay(intentId)
  await syncPayment(test.shop.deps, intentId)
})
afterAll(() => test.close())

/** `fetch` opens a spare connection after a broken one, and the server would wait for it at the end. */
function leaveInTheMiddle(url: string): Promise<void> {
  return new Promise((done, fail) => {
    const request = get(url, { headers: test.headersOf('admin'), agent: false }, (answer) => {
      expect(answer.statusCode).toBe(200)
      request.destroy()
    })
    request.on('error', fail)
    request.on('close', done)
  })
}

describe('a file that is sent while it is made', () => {
  it('is the answer itself, with its name', async () => {
    const answer = await test.send({ as: 'admin', url: URL })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="quarterly-report-2026-Q4.csv"',
      'cache-control': 'no-store',
    })
    const [head, row, rest] = answer.body.split('\r\n')
    expect(head).toMatch(/^quarter,date,order,/)
    expect(row).toContain(test.people.student.email)
    expect(rest).toBe('')
  })

  it('is not generated for HEAD', async () => {
    const before = test.shop.deps.pool.totalCount
    const answer = await test.app.inject({ method: 'HEAD', url: URL, headers: test.headersOf('admin') })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers['content-disposition']).toContain('quarterly-report-2026-Q4.csv')
    expect(test.shop.deps.pool.totalCount).toBe(before)
  })

  it('is refused in JSON: to others, and for what is no quarter', async () => {
    const stranger = await test.send({ as: 'referer', url: URL })
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'NOT_SIGNED_IN'])
    const wrong = await test.send({ as: 'admin', url: '/api/admin/quarterly-report/2026-Q5' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      'Please give the quarter as year and number, like 2026-Q3.',
    ])
  })

  it('is named over tRPC, which sends no files', async () => {
    const answer = await test.call({
      as: 'admin',
      path: 'admin.reports.quarterlyReport',
      type: 'query',
      input: { quarterYear: '2026-Q4' },
    })
    expect(answer.json().result.data.json).toEqual({
      quarterYear: '2026-Q4',
      filename: 'quarterly-report-2026-Q4.csv',
      address: URL,
    })
  })

  it('reaches a real reader, and one who leaves in the middle holds nothing up', async () => {
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 })
    for (let round = 0; round < 20; round++) await leaveInTheMiddle(`${address}${URL}`)
    const { pool } = test.shop.deps
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
    const whole = await fetch(`${address}${URL}`, { headers: test.headersOf('admin') })
    expect((await whole.text()).split('\r\n')).toHaveLength(3)
  })
})
