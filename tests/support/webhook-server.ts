import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export type WebhookServer = {
  url: string
  /** The JSON of each request, in their order. */
  received: unknown[]
  /** The same as it came. */
  raw: { headers: IncomingHttpHeaders; body: Buffer }[]
  /** How it answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

/** Where a test has JSON posted to; 204 unless it says otherwise. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    webhook.received.push(JSON.parse(text))
    webhook.raw.push({ headers: request.headers, body: Buffer.from(text) })
    webhook.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const webhook: WebhookServer = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook/secret-part`,
    received: [],
    raw: [],
    answer: (_request, response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return webhook
}
