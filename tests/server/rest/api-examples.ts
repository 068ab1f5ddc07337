import { createTRPCClient, httpBatchLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'

export async function listDocuments(shop: string, account: { email: string; password: string }) {
  let token: string | null = null
  const api = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${shop}/trpc`,
        transformer: superjson,
        headers: () => (token === null ? {} : { authorization: `Bearer ${token}` }),
      }),
    ],
  })

  const session = await api.auth.login.mutate(account)
  if (!session.success) throw new Error(session.message)
  token = session.token

  const orders = await api.checkout.orders.query()
  return orders.flatMap(({ documents }) => documents.map(({ number, total }) => `${number}: £${total}`))
}

export async function downloadInvoice(shop: string, token: string, document: { userId: string; id: string }) {
  const answer = await fetch(`${shop}/api/users/${document.userId}/documents/${document.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) {
    const refusal = (await answer.json()) as { message: string; code: string }
    throw new Error(refusal.message)
  }
  return new Uint8Array(await answer.arrayBuffer())
}
