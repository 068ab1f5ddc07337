import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test that writes to console.error or console.warn has found something: it fails. */
let spies: { name: string; spy: ReturnType<typeof vi.spyOn> }[] = []

beforeEach(() => {
  spies = (['error', 'warn'] as const).map((name) => ({ name, spy: vi.spyOn(console, name) }))
})

afterEach(() => {
  for (const { name, spy } of spies) {
    const calls = spy.mock.calls
    spy.mockRestore()
    expect(calls, `console.${name} was called`).toEqual([])
  }
})
