import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepLocal } from '#server/http/keep-local.ts'

let app: FastifyInstance
let port = 0

beforeAll(async () => {
  // Every header of a proxy is believed, as with TRUST_PROXY=true.
  app = fastify({ trustProxy: true })
  await app.register(async (scope) => {
    keepLocal(scope)
    scope.get('/dev/mail', async () => 'codes')
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

afterAll(() => app.close())

/** Sends a request as it is written, over a real socket, and says whether it was let in. */
async function isLetIn(
  lines: readonly string[],
  { target = '/dev/mail', version = '1.1' } = {},
): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.end([`GET ${target} HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n'))
  return (await text(socket)).endsWith('codes')
}

describe('the local part of a demo', () => {
  it.each([
    ['localhost', true],
    ['localhost:3000', true],
    ['LocalHost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]', true],
    ['[::1]:3000', true],
    ['shop.test', false],
    ['rebind.example:3000', false],
    ['localhost.rebind.example', false],
    ['localhost.', false],
    ['localhost:3000.rebind.example', false],
    ['127.0.0.1.nip.io', false],
    ['127.0.0.2', false],
    ['0.0.0.0:3000', false],
    ['[::ffff:127.0.0.1]', false],
    ['[::]', false],
    ['localhost@rebind.example', false],
    ['', false],
  ])('answers to the Host %j: %s', async (host, expected) => {
    expect(await isLetIn([`Host: ${host}`])).toBe(expected)
  })

  it.each([
    'X-Forwarded-Host: localhost',
    'X-Forwarded-For: 192.0.2.7',
    'Forwarded: for=192.0.2.7;host=localhost',
    'X-Real-IP: 192.0.2.7',
    'Via: 1.1 proxy',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Port: 443',
    'X-Forwarded-Server: proxy',
    'X-Original-Host: shop.test',
    'CF-Connecting-IP: 192.0.2.7',
    'True-Client-IP: 192.0.2.7',
    'X-Client-IP: 192.0.2.7',
  ])('answers no proxy, whatever Host it sends: %s', async (header) => {
    expect(await isLetIn(['Host: localhost', header])).toBe(false)
    expect(await isLetIn(['Host: shop.test', header])).toBe(false)
  })

  it('answers no proxy that calls this machine by name and says nothing else, as nginx does by itself', async () => {
    expect(await isLetIn(['Host: 127.0.0.1:3000'], { version: '1.0' })).toBe(false)
  })

  it('refuses two Host headers, in either order', async () => {
    expect(await isLetIn(['Host: localhost', 'Host: shop.test'])).toBe(false)
    expect(await isLetIn(['Host: shop.test', 'Host: localhost'])).toBe(false)
  })

  it('refuses a target that names a host of its own', async () => {
    expect(await isLetIn(['Host: localhost'], { target: 'http://shop.test/dev/mail' })).toBe(false)
    expect(await isLetIn(['Host: shop.test'], { target: 'http://localhost/dev/mail' })).toBe(false)
  })

  it('refuses other machines, though HOST opens the shop to them', async () => {
    const ask = (remoteAddress: string) =>
      app.inject({ url: '/dev/mail', headers: { host: 'localhost' }, remoteAddress })
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await ask(remoteAddress)).body).toBe('codes')
    for (const remoteAddress of ['192.0.2.7', '::ffff:192.0.2.7', 'fe80::1', '1.127.0.1', '::127.0.0.1'])
      expect((await ask(remoteAddress)).body).not.toBe('codes')
  })
})
