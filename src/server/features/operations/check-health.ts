import type { Deps } from '#server/deps.ts'
import { HEALTH_PARTS, type HealthOutput, type HealthPart } from '#shared/schemas/operations.ts'

/** An admin waits for the page: a part that answers later counts as late. */
const TIMEOUT_MS = 3_000

type State = HealthOutput['parts'][number]['state']

/** Checks all parts at once, each for three seconds at most. */
export async function checkHealth(
  deps: Pick<Deps, 'pool' | 'queue' | 'mailer' | 'payments'>,
): Promise<HealthOutput['parts']> {
  const questions: Record<HealthPart, () => Promise<unknown>> = {
    database: () => deps.pool.query('select 1'),
    // Under load the queue needs more than its usual second; without an answer it is late, not down.
    queue: () => deps.queue.ping(2 * TIMEOUT_MS),
    mail: () => deps.mailer.verify(),
    payments: () => deps.payments.ping(),
  }
  return Promise.all(HEALTH_PARTS.map(async (part) => ({ part, state: await stateOf(questions[part]()) })))
}

async function stateOf(question: Promise<unknown>): Promise<State> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(() => resolve('late'), TIMEOUT_MS)
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
