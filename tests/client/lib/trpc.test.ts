import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authToken, refererSession } from '#client/lib/stored.ts'
import { createTrpcClient } from '#client/lib/trpc.ts'

type Sent = { path: string; authorization: string | null }
let sent: Sent[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname } = new URL(address, location.origin)
    sent.push({ path: pathname, authorization: new Headers(init.headers).get('authorization') })
    return Response.json(pathname.split(',').map(() => ({ result: { data: { json: null } } })))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('calls of a student go together, with the token', async () => {
  authToken.write('token-of-sam')
  const client = createTrpcClient()
  await Promise.all([client.catalog.list.query(), client.catalog.list.query()])
  expect(sent).toEqual([{ path: '/trpc/catalog.list,catalog.list', authorization: 'Bearer token-of-sam' }])
})

test('signed out there is no header', async () => {
  await createTrpcClient().catalog.list.query()
  expect(sent).toEqual([{ path: '/trpc/catalog.list', authorization: null }])
})

test('a session of a referer stays out of the calls of a student', async () => {
  refererSession.write({
    id: 'r1',
    name: 'Crosswind Æro Club – Łódź',
    referralCode: 'CROSS1',
    commissionPercentage: 5,
    token: 'token-of-the-club',
  })
  authToken.write('token-of-sam')
  await createTrpcClient().catalog.list.query()
  expect(sent[0]?.authorization).toBe('Bearer token-of-sam')
})
