import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openProbe } from '#server/infra/database-probe.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})
afterAll(() => place.drop())

it('excuses busy time for the connection that replaced a late one too', async () => {
  let onAnswer = (): void => undefined
  const probe = openProbe(place.url, () => onAnswer())
  onTestFinished(() => probe.rest())
  const nextAnswer = () => new Promise<number>((read) => (onAnswer = () => read(probe.silentMs())))
  probe.ask()
  await nextAnswer()
  probe.ask()
  vi.advanceTimersByTime(1_600)
  probe.ask() // over a second connection
  vi.advanceTimersByTime(900)
  probe.excuse(900)
  expect(await nextAnswer()).toBe(0) // over the first
})
