import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openBooks, pastFaults } from './far-ends.ts'

describe('the far ends of the simulation', () => {
  it('ask the database again after PostgreSQL closed a connection at rest', async () => {
    const database = await createTestDatabase()
    const [books, other] = [openBooks(database.url), openBooks(database.url)]
    const { rows } = await books.query<{ pid: number }>('select pg_backend_pid() as pid')
    const closed = new Promise((done) => books.once('remove', done))
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await closed
    await expect(books.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await Promise.all([books.end(), other.end()])
    await database.drop()
  })

  it("keep Stripe's faults for the shop while somebody works at its dashboard", async () => {
    const sandbox = await startStripeSandbox({
      file: null,
      clock: { now: () => new Date() },
      log: { info() {}, warn() {} },
    })
    onTestFinished(() => sandbox.close())
    const { host, port, protocol, secretKey, controls } = sandbox
    const stripe = new Stripe(secretKey, { host, port, protocol, telemetry: false, maxNetworkRetries: 0 })
    const faults = { fault: 'lose_answer', faultsLeft: 3, refusesEvents: true } as const
    controls.switch(faults)
    await expect(pastFaults(controls, () => stripe.events.list())).resolves.toMatchObject({ data: [] })
    expect(controls.switches()).toMatchObject(faults)
    await expect(stripe.charges.list()).rejects.toThrow('connection')
    controls.switch({ fault: null, faultsLeft: 0 })
    await expect(stripe.events.list()).rejects.toThrow('rak_event_read')
  })
})
