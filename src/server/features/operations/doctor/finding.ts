import type { DoctorFinding } from '#shared/schemas/operations.ts'

export type Finding = DoctorFinding

/** In order: nothing to do, something to look at, something that does not work. */
export function good(check: string, found: string): Finding {
  return { check, level: 'good', found, remedy: null }
}

export function warning(check: string, found: string, remedy: string): Finding {
  return { check, level: 'warning', found, remedy }
}

export function bad(check: string, found: string, remedy: string): Finding {
  return { check, level: 'bad', found, remedy }
}

export function reasonOf(error: unknown): string {
  const reason = error instanceof AggregateError ? error.errors[0] : error
  return (reason instanceof Error ? reason.message : String(reason)).slice(0, 300)
}

const ROUNDS = 5

/** How far a part is: the shortest of five rounds, because a process that is busy reads an answer late. */
export async function distanceMs(ask: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await ask()
    shortest = Math.min(shortest, performance.now() - began)
  }
  return shortest
}
