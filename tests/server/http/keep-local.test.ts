import fastify from 'fastify'
import { expect, it } from 'vitest'
import { keepLocal } from '#server/http/keep-local.ts'

async function isAnswered(host: string, config: { host: string; publicUrl: string }): Promise<boolean> {
  const app = fastify()
  await app.register(async (scope) => {
    keepLocal(scope, config)
    scope.get('/dev/mail', async () => 'codes')
  })
  const { body } = await app.inject({ url: '/dev/mail', headers: { host } })
  await app.close()
  return body === 'codes'
}

it.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['shop.test', true],
  ['rebind.example:3000', false],
])('a shop of this machine answers %s: %s', async (host, expected) => {
  expect(await isAnswered(host, { host: '127.0.0.1', publicUrl: 'http://shop.test' })).toBe(expected)
})

it('a shop that is bound elsewhere answers whoever reaches it', async () => {
  const config = { host: '0.0.0.0', publicUrl: 'http://localhost:3000' }
  expect(await isAnswered('192.0.2.7:3000', config)).toBe(true)
})
