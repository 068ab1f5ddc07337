import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { createPayments, type Payments } from '#server/infra/stripe.ts'
import type { TestShop } from '#tests/support/shop.ts'

const event = z.looseObject({ id: z.string(), data: z.object({ object: z.looseObject({}) }) })
const page = z.looseObject({ data: z.array(event) })

type Listed = z.infer<typeof event>

/** The shop's payments over a Stripe whose list of events differs from the sandbox's in this. */
export async function paymentsWithChangedEvents(
  { sandbox, deps }: TestShop,
  change: (listed: Listed) => unknown,
): Promise<{ payments: Payments; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const address = `http://${sandbox.host}:${sandbox.port}${request.url}`
    const headers = { authorization: request.headers.authorization ?? '' }
    const answer = await fetch(address, { headers })
    const { data, ...rest } = page.parse(await answer.json())
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...rest, data: data.map(change) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const apiBase = { host: '127.0.0.1', port, protocol: 'http' } as const
  const { secretKey } = sandbox
  return {
    payments: createPayments({ secretKey, webhookSecret: 'whsec_x', apiBase }, deps.clock),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
