import { expect, it } from 'vitest'
import { tryEach } from '#server/features/payments/reconcile-payments.ts'
import { createLogger } from '#server/infra/log.ts'

const log = createLogger({ level: 'silent', pretty: false, destination: { write() {} } })

const away = Object.assign(new Error('No answer'), { code: 'ECONNREFUSED' })
const own = new Error('The amounts differ')

/** Which were tried, when each fails as it says. */
async function tried(outcomes: (Error | null)[]): Promise<number> {
  let count = 0
  const items = outcomes.map((outcome, index) => ({ id: `${index}`, outcome }))
  async function work({ outcome }: (typeof items)[number]): Promise<void> {
    count++
    if (outcome) throw outcome
  }
  await tryEach({ log }, { items, work, failure: 'it failed' })
  return count
}

it.each([
  ['three in a row that nobody answers end the round', [away, away, away, null, null], 3],
  ['two do not', [away, away, null, away, away, null], 6],
  ['nor do two with another failure between them', [away, away, own, away, away, own], 6],
  ['failures of their own never do', [own, own, own, own, null], 5],
])('%s', async (_what, outcomes, expected) => {
  expect(await tried(outcomes)).toBe(expected)
})
