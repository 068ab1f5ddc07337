import { z } from 'zod'
import { buyByRest } from '#tests/support/rest-buyer.ts'
import { startRunningShop } from '#tests/support/running-shop.ts'
import { DEMO_PEOPLE } from '../../prisma/seed/demo.ts'
import { send } from './send.ts'

/** Another network address of this machine. */
const ELSEWHERE = '127.0.0.2'

export type AttackedShop = Awaited<ReturnType<typeof startAttackedShop>>

const opened = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const bought = z.array(z.object({ documents: z.array(z.object({ id: z.string() })) }))
const answered = z.object({ result: z.object({ data: z.object({ json: bought }) }) })

/** The built shop as a demo, in a process of its own, with a student who has bought a video. */
export async function startAttackedShop(databaseUrl: string) {
  const shop = await startRunningShop({ DATABASE_URL: databaseUrl })
  const port = Number(new URL(shop.url).port)
  const signIn = (person: { email: string; password: string }, from?: string) =>
    send(port, { path: '/api/auth/login', body: person, ...(from ? { from } : {}) })

  const { token, user } = opened.parse(JSON.parse(await signIn(DEMO_PEOPLE.student)))
  await buyByRest(shop, { ...DEMO_PEOPLE.student, id: user.id, token }, { videoIds: [1] })
  const orders = await send(port, { method: 'GET', path: '/trpc/checkout.orders', token })
  const documents = answered.parse(JSON.parse(orders)).result.data.json.flatMap((order) => order.documents)
  if (!documents[0]) throw new Error('The film that was bought has no invoice')

  const pathOf = (path: string, inputs: unknown[]) => `/trpc/${inputs.map(() => path).join(',')}?batch=1`
  const bodyOf = (inputs: unknown[]) => Object.fromEntries(inputs.map((json, at) => [at, { json }]))
  return {
    port,
    pid: shop.pid,
    healthUrl: `http://127.0.0.1:${port}/healthz`,
    student: { ...DEMO_PEOPLE.student, id: user.id, documentId: documents[0].id },
    signIn,
    signInElsewhere: () => signIn(DEMO_PEOPLE.student, ELSEWHERE),
    /** Without a session. */
    call: (path: string, body: unknown) => send(port, { path: `/trpc/${path}`, body }),
    /** As the student, many calls in one request. */
    batch: (path: string, inputs: unknown[]) =>
      send(port, { path: pathOf(path, inputs), body: bodyOf(inputs), token }),
    batchGet: (path: string, inputs: unknown[]) => {
      const input = encodeURIComponent(JSON.stringify(bodyOf(inputs)))
      return send(port, { method: 'GET', path: `${pathOf(path, inputs)}&input=${input}`, token })
    },
    stop: () => shop.stop(),
  }
}
