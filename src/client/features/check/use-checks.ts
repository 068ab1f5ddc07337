import { useCallback, useMemo, useRef, useState } from 'react'
import { type CheckId, type CheckMeans, listChecks } from './checks.ts'
import type { Outcome } from './outcome.ts'

export type Outcomes = Partial<Record<CheckId, Outcome>>

export type Checks = {
  outcomes: Outcomes
  /** The test that runs now; null before, between and after. */
  running: CheckId | null
  state: 'ready' | 'running' | 'done'
  /** When it was run; null until it is done. */
  doneAt: Date | null
  run(): void
}

/** The tests, one after the other: they would take the line from each other. */
export function useChecks(means: CheckMeans): Checks {
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [running, setRunning] = useState<CheckId | null>(null)
  const [doneAt, setDoneAt] = useState<Date | null>(null)
  const turn = useRef(0)
  const checks = useMemo(() => listChecks(means), [means])

  const run = useCallback(() => {
    turn.current += 1
    void runAll(turn.current)

    async function runAll(mine: number) {
      setOutcomes({})
      setDoneAt(null)
      for (const { id, run: test } of checks) {
        setRunning(id)
        const outcome = await test()
        if (turn.current !== mine) return
        setOutcomes((known) => ({ ...known, [id]: outcome }))
      }
      setRunning(null)
      setDoneAt(new Date(performance.timeOrigin + performance.now()))
    }
  }, [checks])

  const state = running !== null ? 'running' : doneAt === null ? 'ready' : 'done'
  return { outcomes, running, state, doneAt, run }
}
