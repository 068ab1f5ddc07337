import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

describe('a path of the api that exists for other methods', () => {
  it.each([
    ['DELETE', '/api/videos', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['GET', '/api/auth/login', 'POST'],
    ['PUT', '/api/users/somebody/videos', 'GET, HEAD'],
    ['DELETE', '/api/videos/?page=2', 'GET, HEAD'],
    ['GET', '/api/stripe/webhook', 'POST'],
  ] as const)('%s %s is 405 and names them', async (method, url, allow) => {
    const answer = await shop.send({ method, url })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({ message: 'That cannot be done here.', code: 'BAD_INPUT' })
  })
})

it.each(['/api', '/api/nothing', '/api/videos/1/nothing'])(
  '%s, which does not exist, is 404',
  async (url) => {
    const answer = await shop.send({ method: 'DELETE', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers.allow).toBeUndefined()
  },
)
