import { expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createTestApp } from '#tests/support/app.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { openBooks, type Received } from './far-ends.ts'
import { createPeople } from './people.ts'
import { createStudents } from './students.ts'

/** Buyers of a running shop whose mail comes where time is let pass. */
async function startBuyers() {
  const { shop, app, close } = await createTestApp()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { clock, databaseUrl } = shop.deps
  const db = openBooks(databaseUrl)
  onTestFinished(async () => {
    await db.end()
    await close()
  })
  const received: Received[] = []
  const mail = { received }
  async function letPass(): Promise<void> {
    for (const { id, to, props } of await readOutbox(shop.deps, 'verify-email')) {
      const text = `/verify-email?token=${props.token}`
      received.push({ id, to, subject: '', text, files: [], unsubscribeUrl: null })
    }
  }
  const people = createPeople({ mail, processes: { urls: () => [url] }, letPass })
  const { sandbox, stripe } = shop
  const students = createStudents({ mail, clock, db, sandbox, stripe }, people, () => null)
  const buy = (sale: number, buyer: number, videoId: number) =>
    students.buy({
      kind: 'buy',
      sale,
      buyer,
      videoIds: [videoId],
      withCode: false,
      browser: 'confirms',
      card: 'visa',
    })
  return { deps: shop.deps, buy, sales: students.sales, refused: people.refused }
}

it('lets a buyer in again after many others from the same address: seed 20404', async () => {
  const { deps, buy, sales, refused } = await startBuyers()
  await buy(1, 1, 1)
  await deps.db.session.deleteMany({ where: { studentId: { not: null } } })
  for (let others = 0; others < LIMITS.signInAddress.points; others++)
    await deps.limits.tryConsume('signInAddress', '127.0.0.1')
  await buy(2, 1, 2)
  expect(refused).toEqual([])
  expect(sales.get(2)).toMatchObject({ isPaid: true })
})
