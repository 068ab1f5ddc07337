import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createContext } from '#server/context.ts'
import { createCallerFactory, router, stepUpAdminProcedure } from '#server/trpc.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const dangerous = router({
  pay: stepUpAdminProcedure.input(z.object({ id: z.string() })).mutation(({ ctx }) => ctx.admin.adminId),
})
const createCaller = createCallerFactory(dangerous)

async function callerWith(stepUpAt: Date | null) {
  const { id: adminId } = await makeAdmin(deps)
  const { token } = await makeSession(deps, { adminId }, { stepUpAt })
  return { adminId, call: () => as(token) }
}

/** Each request finds its session again, as behind HTTP. */
function as(adminCookie: string | null) {
  const credentials = { bearer: null, refererToken: null, adminCookie, refererCookie: null }
  const cookies = { get: () => null, set: () => {}, clear: () => {} }
  return createCaller(
    createContext({ deps, requestId: 'r1', address: '192.0.2.1', userAgent: '', credentials, cookies }),
  )
}

const refusal = (code: string) => ({ cause: expect.objectContaining({ code }) })

describe('freshAdminProcedure', () => {
  it('lets an admin through whose code is at most twelve hours old', async () => {
    const { adminId, call } = await callerWith(deps.clock.now())
    deps.clock.advance(12 * 60 * 60_000)
    expect(await call().pay({ id: 'p1' })).toBe(adminId)
    deps.clock.advance(1)
    await expect(call().pay({ id: 'p1' })).rejects.toMatchObject(refusal('STEP_UP_REQUIRED'))
  })

  it('wants a code before it looks at the input, and a session before that', async () => {
    const { call } = await callerWith(null)
    // @ts-expect-error: the input is wrong on purpose
    await expect(call().pay({ id: 7 })).rejects.toMatchObject(refusal('STEP_UP_REQUIRED'))
    await expect(as(null).pay({ id: 'p1' })).rejects.toMatchObject(refusal('NOT_SIGNED_IN'))
  })
})
