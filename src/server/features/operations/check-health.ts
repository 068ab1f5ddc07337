import type { Deps } from '#server/deps.ts'
import { HEALTH_PARTS, type HealthOutput, type HealthPart } from '#shared/schemas/operations.ts'

/** A person waits for the page: a part that says nothing for so long is late. */
const PATIENCE_MS = 3_000

type State = HealthOutput['parts'][number]['state']

/** Asks every part whether it is there, all at once, and none for longer than three seconds. */
export async function checkHealth(
  deps: Pick<Deps, 'pool' | 'queue' | 'mailer' | 'payments'>,
): Promise<HealthOutput['parts']> {
  const questions: Record<HealthPart, () => Promise<unknown>> = {
    database: () => deps.pool.query('select 1'),
    // Under load the queue needs more than the second it is given elsewhere; without an answer it is late, not away.
    queue: () => deps.queue.ping(2 * PATIENCE_MS),
    mail: () => deps.mailer.verify(),
    payments: () => deps.payments.ping(),
  }
  return Promise.all(HEALTH_PARTS.map(async (part) => ({ part, state: await stateOf(questions[part]()) })))
}

async function stateOf(question: Promise<unknown>): Promise<State> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE_MS)
  })
  const answer = question.then(
    (): State => 'ok',
    (): State => 'away',
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
