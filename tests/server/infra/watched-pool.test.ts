import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isOutage } from '#server/errors.ts'
import { type Database, openDatabase } from '#server/infra/db.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'

/** A database that hangs is given up after a few seconds, before a statement's own timeout. */
const SOON = 30_000

let place: TestDatabase
let gate: Gate
let database: Database
beforeAll(async () => {
  place = await createTestDatabase()
  gate = await startGate(place.url)
  database = openDatabase(gate.url)
})
afterEach(async () => {
  await gate.close()
  await gate.open()
  await vi.waitFor(() => database.pool.query('select 1'))
})
afterAll(async () => {
  await database.close()
  await gate.end()
  await place.drop()
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it went through',
    (error: unknown) => error,
  )

describe('a database that does not answer', () => {
  it('ends what is under way with an error that says so', { timeout: SOON }, async () => {
    await database.pool.query('select 1')
    gate.hang()
    const errors = await Promise.all([
      failure(database.pool.query('select 1')),
      failure(database.prisma.student.count()),
      failure(database.prisma.$queryRaw`select 1`),
      failure(database.prisma.$transaction((tx) => tx.student.count())),
      ...Array.from({ length: 30 }, () => failure(database.pool.query('select 1'))),
    ])
    expect(errors.filter((error) => !isOutage(error))).toEqual([])
  })

  it('ends a transaction in the middle of its statements', { timeout: SOON }, async () => {
    const error = await failure(
      database.prisma.$transaction(async (tx) => {
        await tx.student.count()
        gate.hang()
        return tx.student.count()
      }),
    )
    expect(isOutage(error)).toBe(true)
  })

  it('gets no more queries once that is known, and gets them once it answers', {
    timeout: SOON * 2,
  }, async () => {
    gate.hang()
    await failure(database.pool.query('select 1'))
    const clients = database.pool.totalCount
    for (let times = 0; times < 50; times++) {
      expect(isOutage(await failure(database.pool.query('select 1')))).toBe(true)
    }
    expect(database.pool.totalCount).toBe(clients)
    await gate.close()
    await gate.open()
    await vi.waitFor(() => database.pool.query('select 1'))
    expect(await database.prisma.student.count()).toBe(0)
  })
})

describe('a database that nobody asks', () => {
  afterEach(() => vi.useRealTimers())

  it('keeps some connections, which have their statements planned, and gives up the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pids = async () => {
      const backend = 'select pg_backend_pid() as pid from pg_sleep(0.2)'
      const asked = await Promise.all(
        Array.from({ length: 4 }, () => database.pool.query<{ pid: number }>(backend)),
      )
      return asked.map(({ rows: [row] }) => row?.pid).toSorted()
    }
    await Promise.all(Array.from({ length: 15 }, () => database.pool.query('select pg_sleep(0.2)')))
    expect(database.pool.totalCount).toBe(15)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(database.pool.totalCount).toBe(4)
    const kept = await pids()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await pids()).toEqual(kept)
  })
})

describe('a failover that loses the connections there are', () => {
  it('ends what waits for an answer over them, and leaves those that came later', {
    timeout: SOON * 2,
  }, async () => {
    const fifteen = Array.from({ length: 15 })
    await Promise.all(fifteen.map(() => database.pool.query('select pg_sleep(0.5)')))
    gate.lose()
    const errors = await Promise.all(fifteen.map(() => failure(database.pool.query('select 1'))))
    expect(errors.filter((error) => !isOutage(error))).toEqual([])
    const { rows } = await database.pool.query("select 'done' as word from pg_sleep(4.5)")
    expect(rows).toEqual([{ word: 'done' }])
  })
})

describe('a single connection that has gone silent', () => {
  afterEach(() => vi.useRealTimers())

  it('is given up within the minute that many proxies wait: seed 20107', async () => {
    const client = await database.pool.connect()
    // As where the server never heard of the query, and so cannot end it.
    await client.query('set statement_timeout = 0')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const errors: unknown[] = []
    client.query('select pg_sleep(3600)').catch((error: unknown) => errors.push(error))
    await vi.advanceTimersByTimeAsync(55_000)
    client.release(true)
    expect(errors.map(isOutage)).toEqual([true])
  })

  it('is given up within it in a transaction too, whose end is asked for over the same connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const errors: unknown[] = []
    database.prisma
      .$transaction(async (tx) => {
        await tx.$executeRaw`set local statement_timeout = 0`
        await tx.$queryRaw`select pg_sleep(3600) as hour`
      })
      .catch((error: unknown) => errors.push(error))
    const findSlow = `select from pg_stat_activity
      where query like '%as hour' and datname = current_database()`
    while ((await database.pool.query(findSlow)).rowCount === 0);
    await vi.advanceTimersByTimeAsync(57_000)
    for (let turns = 0; turns < 100; turns++) await new Promise((resume) => setImmediate(resume))
    expect(errors.map(isOutage)).toEqual([true])
  })
})

describe('a database that is well', () => {
  it('lets a slow statement come to its end', async () => {
    const { rows } = await database.pool.query("select 'done' as word from pg_sleep(4.5)")
    expect(rows).toEqual([{ word: 'done' }])
  })

  it('does not count as unavailable in a process that is too busy to read its answers', async () => {
    const busy = openDatabase(gate.url)
    const slow = failure(busy.pool.query('select pg_sleep(5)'))
    for (let turns = 0; turns < 12; turns++) {
      await new Promise((resume) => setImmediate(resume))
      const until = performance.now() + 400
      while (performance.now() < until) Math.sqrt(turns)
      expect(await failure(busy.pool.connect().then((client) => client.release()))).toBe('it went through')
    }
    expect(await slow).toBe('it went through')
    await busy.close()
  })

  it('has no connection once it is closed, not even that of the probe', async () => {
    const own = openDatabase(`${place.url}?application_name=closed_later`)
    const openOnes = async () => {
      const { rows } = await database.pool.query<{ query: string }>(
        "select query from pg_stat_activity where application_name = 'closed_later'",
      )
      return rows.map(({ query }) => query).toSorted()
    }
    await own.pool.query("select 'in use'")
    await vi.waitFor(async () => expect(await openOnes()).toEqual(["select 'in use'", 'select 1']))
    await own.close()
    await vi.waitFor(async () => expect(await openOnes()).toEqual([]))
  })
})

describe('a database whose disk is full', () => {
  it('is an outage, whichever way a statement takes to it', async () => {
    const { pool, prisma } = database
    await pool.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
    await pool.query(
      'create trigger full_disk before insert on "LinkRequest" for each row execute function full_disk()',
    )
    const data = { id: 'request-1', requestSealed: Buffer.from('x'), createdAt: new Date(0) }
    const errors = await Promise.all([
      failure(prisma.linkRequest.create({ data })),
      failure(prisma.$transaction((tx) => tx.linkRequest.create({ data }))),
      failure(prisma.$executeRaw`insert into "LinkRequest" values ('request-2', '', now())`),
      failure(pool.query('insert into "LinkRequest" values ($1, $2, now())', ['request-3', ''])),
    ])
    expect(errors.filter((error) => !isOutage(error))).toEqual([])
  })
})
