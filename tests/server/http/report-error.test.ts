import { afterAll, beforeAll, expect, it } from 'vitest'
import { ShopError } from '#server/errors.ts'
import type { Passwords } from '#server/infra/password-hashing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
beforeAll(async () => {
  const full = () => Promise.reject(new ShopError('SERVICE_UNAVAILABLE'))
  const passwords: Passwords = { hash: full, verify: full, of: () => passwords }
  shop = await createTestApp({ parts: { passwords } })
})
afterAll(() => shop.close())

it.each(['/api/auth/login', '/trpc/auth.login'])(
  'a full queue is said to the caller of %s with a time, and in the log without a place in the code',
  async (url) => {
    const login = { email: 'ann@example.com', password: 'windsock' }
    shop.shop.deps.logged.length = 0
    const answer = await shop.send({
      method: 'POST',
      url,
      body: url.startsWith('/trpc') ? { json: login } : login,
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    const lines = shop.shop.deps.logged.filter((line) => line.includes('too much at once'))
    expect(lines).toHaveLength(1)
    expect(shop.shop.deps.logged.join()).not.toMatch(/stack|\.ts:\d/)
  },
)
