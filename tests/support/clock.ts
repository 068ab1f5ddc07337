import type { Clock } from '#server/infra/clock.ts'

export type FixedClock = Clock & { set(iso: string): void; advance(milliseconds: number): void }

/** A clock that stands still at an ISO time until a test moves it. */
export function fixedClock(iso: string): FixedClock {
  let moment = new Date(iso).getTime()
  return {
    now: () => new Date(moment),
    set(next) {
      moment = new Date(next).getTime()
    },
    advance(milliseconds) {
      moment += milliseconds
    },
  }
}
