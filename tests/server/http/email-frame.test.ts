import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

it('is an empty sheet that takes a mail’s styles, runs nothing and stands in the shop’s pages alone', async () => {
  const { statusCode, headers, body } = await shop.send({ url: '/api/email-frame' })
  expect([statusCode, headers['content-type'], headers['x-frame-options']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'SAMEORIGIN',
  ])
  expect(body).not.toMatch(/<(script|style|body)/)
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]),
  )
  expect(policy.some((directive) => directive.startsWith('script-src'))).toBe(false)
})
