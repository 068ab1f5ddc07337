import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOut } from '#server/infra/copy-out.ts'
import { type Database, openDatabase } from '#server/infra/db.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'

const LONG = "copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout"

let database: TestDatabase
let gate: Gate
let open: Database
beforeAll(async () => {
  database = await createTestDatabase()
  gate = await startGate(database.url)
  open = openDatabase(gate.url)
})
afterAll(async () => {
  await open.close()
  await gate.end()
  await database.drop()
})

it('a connection that breaks in the middle ends the stream with its error, and nothing else', async () => {
  const bytes = await copyOut(open.pool, LONG)
  await once(bytes, 'readable')
  const end = finished(bytes.resume())
  await gate.close()
  await expect(end).rejects.toThrow()
  await gate.open()
  expect((await open.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(open.pool.totalCount).toBe(1)
})

it('a reader who leaves takes the connection along', async () => {
  const bytes = await copyOut(open.pool, LONG)
  await once(bytes, 'readable')
  bytes.destroy()
  await once(bytes, 'close')
  expect(open.pool.idleCount).toBe(0)
  expect((await open.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
