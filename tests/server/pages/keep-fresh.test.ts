import { expect, test, vi } from 'vitest'
import { createLogger } from '#server/infra/log.ts'
import { everyMinute, keepFresh, type Repeat } from '#server/pages/keep-fresh.ts'

/** Repeats when the test says so. */
function byHand() {
  let again: () => Promise<void> = async () => {}
  const repeat: Repeat = (work) => {
    again = work
    return { stop: async () => {} }
  }
  return { repeat, tick: () => again() }
}

function listen() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLogger({ level: 'debug', pretty: false, destination }), lines }
}

test('the pages are asked at every turn, and the log tells of new ones alone', async () => {
  const { repeat, tick } = byHand()
  const { log, lines } = listen()
  const changes = [false, true, false]
  keepFresh({ refresh: async () => changes.shift() ?? false }, { repeat, log })
  await tick()
  expect(lines).toHaveLength(0)
  await tick()
  await tick()
  expect(changes).toHaveLength(0)
  expect(lines).toHaveLength(1)
})

test('a database that is away is a warning, and the next turn tries again', async () => {
  const { repeat, tick } = byHand()
  const { log, lines } = listen()
  let asked = 0
  const refresh = async () => {
    asked++
    throw new Error('The database is away')
  }
  keepFresh({ refresh }, { repeat, log })
  await tick()
  await tick()
  expect(asked).toBe(2)
  expect(lines.join()).toContain('The database is away')
})

test('a minute passes between two turns, a slow one is not overtaken, and stopping waits for it', async () => {
  vi.useFakeTimers()
  try {
    let started = 0
    let finish = () => {}
    const slow = () => {
      started++
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    const { stop } = everyMinute(slow)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(started).toBe(0)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(started).toBe(1)

    let hasStopped = false
    const stopping = stop().then(() => {
      hasStopped = true
    })
    await vi.advanceTimersByTimeAsync(180_000)
    expect({ started, hasStopped }).toEqual({ started: 1, hasStopped: false })
    finish()
    await stopping
    expect(hasStopped).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
