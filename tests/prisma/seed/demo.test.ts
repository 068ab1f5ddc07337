import { afterEach, expect, test } from 'vitest'
import { StartError } from '#server/infra/start-error.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { DEMO_PEOPLE, findFirstAdmin, seedAdmin } from '../../../prisma/seed/demo.ts'
import { seed } from '../../../prisma/seed.ts'

let deps: TestDeps
afterEach(() => deps.close())

const ADMIN = { email: 'me@example.com', password: 'planted-1234' }
const demoAdmin = { email: DEMO_PEOPLE.admin.email, hasDemoPassword: true }

async function seeded(env: Record<string, string>) {
  deps = await createTestDeps({ env })
  await seed(deps)
  return findFirstAdmin(deps)
}

test('an empty environment has the demo admin', async () => {
  expect(await seeded({})).toEqual(demoAdmin)
})

test.each([{ ADMIN_EMAIL: ADMIN.email }, { ADMIN_PASSWORD: ADMIN.password }])(
  'half a pair leaves the demo admin: %j',
  async (env) => {
    expect(await seeded(env)).toEqual(demoAdmin)
  },
)

test('a configured admin is the only one', async () => {
  const first = await seeded({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  expect(first).toEqual({ email: ADMIN.email, hasDemoPassword: false })
  expect(await deps.db.admin.count()).toBe(1)
})

test('a configured admin must not have a common password', async () => {
  const start = seeded({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'Password123' })
  await expect(start).rejects.toThrow(/^ADMIN_PASSWORD is one of the passwords that everybody tries first/)
  await expect(start).rejects.toBeInstanceOf(StartError)
  expect(await deps.db.admin.count()).toBe(0)
})

test('a common password left in the settings stops no shop that has its admin', async () => {
  deps = await createTestDeps({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'Password123' } })
  await seedAdmin(deps, ADMIN)
  await seed(deps)
  expect(await deps.db.admin.count()).toBe(1)
})

test('an admin who was there before stays the only one', async () => {
  deps = await createTestDeps({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } })
  await seedAdmin(deps, { email: 'before@example.com', password: 'there-before-1234' })
  await seed(deps)
  expect(await findFirstAdmin(deps)).toEqual({ email: 'before@example.com', hasDemoPassword: false })
  expect(await deps.db.admin.count()).toBe(1)
})

test('an admin who may no longer sign in is none', async () => {
  await seeded({})
  await deps.db.admin.updateMany({ data: { disabledAt: deps.clock.now() } })
  expect(await findFirstAdmin(deps)).toBeNull()
})
