import { describe, expect, it } from 'vitest'
import { ShopError } from '#server/errors.ts'
import { createFairQueue } from '#server/infra/fair-queue.ts'

/** A queue whose work ends when the test says so, in the order in which it began. */
function makeQueue(settings: Parameters<typeof createFairQueue>[0]) {
  const run = createFairQueue(settings)
  const begun: string[] = []
  const endings: (() => void)[] = []
  const answers: Record<string, string> = {}
  return {
    begun,
    answers,
    ask(...names: string[]) {
      for (const name of names) {
        const work = () => {
          begun.push(name)
          return new Promise<void>((end) => endings.push(end))
        }
        const [caller = ''] = name
        run(caller, work).then(
          () => {
            answers[name] = 'done'
          },
          (error: unknown) => {
            answers[name] = error instanceof ShopError ? error.code : 'failed'
          },
        )
      }
    },
    /** Ends what has begun, and what begins after it, until nothing is left. */
    async endAll() {
      while (endings.length > 0) {
        endings.shift()?.()
        await new Promise((next) => setImmediate(next))
      }
    },
  }
}

describe('work of several callers', () => {
  it('is done in turns, whichever caller came first and however often', async () => {
    const queue = makeQueue({ atOnce: 1, mostOfOne: 10, mostOfAll: 20 })
    queue.ask('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1')
    await queue.endAll()
    expect(queue.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('is done as many at once as is allowed, and no more', async () => {
    const queue = makeQueue({ atOnce: 2, mostOfOne: 10, mostOfAll: 20 })
    queue.ask('a1', 'a2', 'a3', 'b1')
    expect(queue.begun).toEqual(['a1', 'a2'])
    await queue.endAll()
    queue.ask('a4', 'a5', 'a6')
    expect(queue.begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
    await queue.endAll()
  })

  it('is refused to a caller who has too many waiting, and to no other', async () => {
    const queue = makeQueue({ atOnce: 1, mostOfOne: 2, mostOfAll: 20 })
    queue.ask('a1', 'a2', 'a3', 'a4', 'b1')
    await queue.endAll()
    expect(queue.answers).toEqual({
      a1: 'done',
      a2: 'done',
      a3: 'done',
      a4: 'SERVICE_UNAVAILABLE',
      b1: 'done',
    })
  })

  it('with a full queue, the last of the caller with most gives its place to a caller with fewer', async () => {
    const queue = makeQueue({ atOnce: 1, mostOfOne: 3, mostOfAll: 4 })
    queue.ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1')
    await queue.endAll()
    expect(queue.answers).toEqual({
      a1: 'done',
      a2: 'done',
      a3: 'SERVICE_UNAVAILABLE',
      a4: 'SERVICE_UNAVAILABLE',
      b1: 'done',
      c1: 'done',
      d1: 'done',
      e1: 'SERVICE_UNAVAILABLE',
    })
  })
})
