import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { startTestCampaign } from '#tests/server/features/campaigns/campaign.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
let url: string
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { deps } = shop.shop
  await deps.db.suppression.deleteMany()
  deps.bulkMailer.delivered.length = 0
  const campaignId = await startTestCampaign(deps, ['sam+<b>@example.com'.replace('<b>', 'b')])
  await sendCampaign(deps, { campaignId })
  const content = deps.bulkMailer.delivered[0]?.content ?? ''
  url = new URL(/^List-Unsubscribe: <([^>]+)>\r$/m.exec(content)?.[1] ?? '').pathname
})

const isSuppressed = async () => (await shop.shop.deps.db.suppression.count()) > 0

describe('GET of the link in a mail', () => {
  it('confirms first, and changes nothing: programs open links before people do', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await shop.app.inject({ method, url })).statusCode).toBe(200)
    }
    const page = await shop.app.inject({ url })
    expect(page.body).toContain('Unsubscribe from news?')
    expect(page.body).toContain('<form method="post">')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(await isSuppressed()).toBe(false)
  })
})

describe('POST of the link in a mail', () => {
  it('unsubscribes at once, without a sign-in, from wherever it comes (RFC 8058)', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('You are unsubscribed')
    expect(await isSuppressed()).toBe(true)
    expect((await shop.app.inject({ url })).body).toContain('You are unsubscribed')
  })

  it.each([
    ['as a form of parts', 'multipart/form-data; boundary=b', '--b\r\n\r\n--b--'],
    ['with nothing in it', undefined, undefined],
  ])('works %s', async (_name, type, payload) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const answer = await shop.app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
    expect(answer.statusCode).toBe(200)
    expect(await isSuppressed()).toBe(true)
  })

  it('says that an unknown link does not work', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/unsubscribe/made-up' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('This link does not work')
    expect(await isSuppressed()).toBe(false)
  })
})
