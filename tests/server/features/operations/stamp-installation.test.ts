import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stampInstallation } from '#server/features/operations/stamp-installation.ts'
import { StartError } from '#server/infra/start-error.ts'
import { createTestDeps, type TestDeps, testConfig } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.installation.deleteMany()
})

const demo = () => stampInstallation({ ...deps, config: testConfig() })
const live = () =>
  stampInstallation({
    ...deps,
    config: testConfig({ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }),
  })
const test = () =>
  stampInstallation({
    ...deps,
    config: testConfig({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }),
  })
const stamp = () => deps.db.installation.findMany()

describe('a new database', () => {
  it('is stamped once by many processes that start at once', async () => {
    await Promise.all(Array.from({ length: 10 }, demo))
    expect(await stamp()).toEqual([{ id: 1, kind: 'demo', heldAt: null, stampedAt: deps.clock.now() }])
  })

  it('keeps the time of its first start', async () => {
    await demo()
    const first = await stamp()
    deps.clock.advance(60_000)
    await demo()
    expect(await stamp()).toEqual(first)
  })
})

describe('a database of the other kind', () => {
  it('of a demo is refused to a live shop, with instructions', async () => {
    await demo()
    await expect(live()).rejects.toThrow(StartError)
    await expect(live()).rejects.toThrow(/belongs to a demo shop.*another DATABASE_URL/)
    expect(await stamp()).toMatchObject([{ kind: 'demo' }])
  })

  it('of a live shop is refused to a demo', async () => {
    await live()
    await expect(demo()).rejects.toThrow(/belongs to a live shop.*no Stripe keys/)
  })

  it('of live payments is refused to test keys, and of test payments to live keys', async () => {
    await live()
    await expect(test()).rejects.toThrow(/belongs to a live shop.*test mode/)
    await deps.db.installation.deleteMany()
    await test()
    expect(await stamp()).toMatchObject([{ kind: 'test' }])
    await expect(live()).rejects.toThrow(/test mode, and live Stripe keys/)
  })
})
