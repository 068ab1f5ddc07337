import { expect, test, vi } from 'vitest'
import { createLogger } from '#server/infra/log.ts'
import { createSignal } from '#server/infra/signal.ts'
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

test('the pages are read at every turn, and the log names only new ones', async () => {
  const { repeat, tick } = byHand()
  const { log, lines } = listen()
  const changes = [false, true, false]
  keepFresh({ refresh: async () => changes.shift() ?? false }, { repeat, changed: createSignal(), log })
  await tick()
  expect(lines).toHaveLength(0)
  await tick()
  await tick()
  expect(changes).toHaveLength(0)
  expect(lines).toHaveLength(1)
})

test('an unavailable database is a warning, and the next turn tries again', async () => {
  const { repeat, tick } = byHand()
  const { log, lines } = listen()
  let asked = 0
  const refresh = async () => {
    asked++
    throw new Error('The database is away')
  }
  keepFresh({ refresh }, { repeat, changed: createSignal(), log })
  await tick()
  await tick()
  expect(asked).toBe(2)
  expect(lines.join()).toContain('The database is away')
})

test('a change in this process is shown before its caller continues, and only while the pages are kept', async () => {
  const { repeat } = byHand()
  const changed = createSignal()
  let asked = 0
  const refresh = async () => {
    asked++
    return true
  }
  const freshness = keepFresh({ refresh }, { repeat, changed, log: listen().log })
  await changed.raise()
  expect(asked).toBe(1)
  await freshness.stop()
  await changed.raise()
  expect(asked).toBe(1)
})

test('two looks never overlap: the later one has the last word', async () => {
  const { repeat, tick } = byHand()
  const changed = createSignal()
  const order: string[] = []
  const waiting: (() => void)[] = []
  const refresh = async () => {
    order.push('begins')
    await new Promise<void>((resolve) => waiting.push(resolve))
    order.push('ends')
    return true
  }
  keepFresh({ refresh }, { repeat, changed, log: listen().log })
  const looks = [tick()]
  await expect.poll(() => waiting.length).toBe(1)
  // Both are seen by the next look, which has not begun.
  looks.push(changed.raise(), changed.raise())
  waiting[0]?.()
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  await Promise.all(looks)
  expect(order).toEqual(['begins', 'ends', 'begins', 'ends'])
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
