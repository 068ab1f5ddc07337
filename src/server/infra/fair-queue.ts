import { ShopError } from '#server/errors.ts'

type Settings = {
  /** How much work is done at the same time. */
  atOnce: number
  /** How many may wait, of one caller and of all together. */
  mostOfOne: number
  mostOfAll: number
}

type Waiting = { begin: () => void; refuse: (reason: ShopError) => void }

/** Does work for a caller when it is the caller's turn. */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Shares costly work among its callers: they take turns, so that one with a hundred calls keeps
 * another waiting for one piece of work and not for a hundred. Where too many wait, the last of the caller with most waiting
 * has to come again.
 *
 * @throws ShopError SERVICE_UNAVAILABLE from `run`, where too many wait
 */
export function createFairQueue({ atOnce, mostOfOne, mostOfAll }: Settings): FairQueue {
  let running = 0
  let waitingOfAll = 0
  /** In the order in which they are served; who was served goes to the end. */
  const callers = new Map<string, Waiting[]>()

  function takeNext(): Waiting | undefined {
    const [first] = callers
    if (!first) return undefined
    const [caller, waiting] = first
    const next = waiting.shift()
    callers.delete(caller)
    if (waiting.length > 0) callers.set(caller, waiting)
    waitingOfAll--
    return next
  }

  /** Frees a slot for one more of a caller; false where no other caller has more waiting. */
  function makeRoom(own: number): boolean {
    if (own >= mostOfOne) return false
    if (waitingOfAll < mostOfAll) return true
    const longest = [...callers.values()].reduce((most, one) => (one.length > most.length ? one : most), [])
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse(new ShopError('SERVICE_UNAVAILABLE'))
    waitingOfAll--
    return true
  }

  function waitForTurn(caller: string): Promise<void> {
    const waiting = callers.get(caller) ?? []
    if (!makeRoom(waiting.length)) throw new ShopError('SERVICE_UNAVAILABLE')
    callers.set(caller, waiting)
    waitingOfAll++
    return new Promise((begin, refuse) => waiting.push({ begin, refuse }))
  }

  return async function run(caller, work) {
    if (running >= atOnce) await waitForTurn(caller)
    else running++
    try {
      return await work()
    } finally {
      const next = takeNext()
      if (next) next.begin()
      else running--
    }
  }
}
