import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { openBooks } from './far-ends.ts'

it('asks the database again after PostgreSQL closed a connection at rest', async () => {
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
