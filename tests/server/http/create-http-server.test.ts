import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHttpServer } from '#server/http/create-http-server.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

const answer = vi.fn<RequestListener>()
const server = createHttpServer(answer)
let client: Socket

beforeEach(async () => {
  answer.mockReset()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
})
afterEach(async () => {
  client.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

it('closes a connection that sends requests without waiting, and answers none beyond the limit', async () => {
  client.write(REQUEST.repeat(200))
  await once(client, 'close')
  expect(answer).toHaveBeenCalledTimes(8)
})

it('answers any number of requests that each wait for the answer before', async () => {
  answer.mockImplementation((_request, response) => {
    response.end('ok')
  })
  for (let sent = 0; sent < 30; sent++) {
    client.write(REQUEST)
    await once(client, 'data')
  }
  expect(answer).toHaveBeenCalledTimes(30)
  expect(client.closed).toBe(false)
})

it('answers a few that were sent ahead', async () => {
  answer.mockImplementation((_request, response) => {
    response.end('ok')
  })
  let answers = ''
  client.on('data', (piece) => {
    answers += String(piece)
  })
  client.write(REQUEST.repeat(8))
  await vi.waitFor(() => expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(8))
})
