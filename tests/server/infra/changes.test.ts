import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createChanges, keepUntilChanged, listenForChanges } from '#server/infra/changes.ts'
import { createLogger } from '#server/infra/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

describe('what is kept until a change', () => {
  it('is read once, and again after the next change', async () => {
    const changes = createChanges()
    changes.setHeard(true)
    const keep = keepUntilChanged<number>(changes)
    let reads = 0
    const read = async () => ++reads
    expect([await keep(read), await keep(read)]).toEqual([1, 1])
    await changes.raise()
    expect([await keep(read), await keep(read)]).toEqual([2, 2])
  })

  it('is not what was read while the change was made', async () => {
    const changes = createChanges()
    changes.setHeard(true)
    const keep = keepUntilChanged<string>(changes)
    let resolve = (_: string) => {}
    const early = keep(() => new Promise((done) => (resolve = done)))
    await changes.raise()
    resolve('old')
    expect(await early).toBe('old')
    expect(await keep(async () => 'new')).toBe('new')
  })

  it('is nothing while changes may go unheard', async () => {
    const changes = createChanges()
    const keep = keepUntilChanged<number>(changes)
    expect(keep(async () => 1)).toBeNull()
    changes.setHeard(true)
    expect(await keep(async () => 2)).toBe(2)
    changes.setHeard(false)
    expect(keep(async () => 3)).toBeNull()
    changes.setHeard(true)
    expect(await keep(async () => 4)).toBe(4)
  })

  it('is not a read that failed', async () => {
    const changes = createChanges()
    changes.setHeard(true)
    const keep = keepUntilChanged<number>(changes)
    await expect(keep(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await keep(async () => 1)).toBe(1)
  })
})

describe('changes that PostgreSQL notifies', () => {
  let database: TestDatabase
  let writer: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    writer = new pg.Client({ connectionString: database.url })
    await writer.connect()
    const time = `timestamptz '2026-11-21'`
    await writer.query(
      `insert into "Video" ("id", "slug", "title", "description", "category", "durationMinutes", "pricePence", "imageUrl", "position", "updatedAt")
       values (1, 'air-law', 'Air Law', '', 'air-law', 60, 2999, '', 1, ${time})`,
    )
    await writer.query(
      `insert into "CatalogTerms" ("id", "collectionDiscountPence", "singleMonths", "bundleMonths", "updatedAt") values (1, 0, 3, 12, ${time})`,
    )
  })
  afterAll(async () => {
    await writer.end()
    await database.drop()
  })

  function listen() {
    const changes = createChanges()
    const lines: string[] = []
    const log = createLogger({
      level: 'warn',
      pretty: false,
      destination: { write: (line) => void lines.push(line) },
    })
    const listener = listenForChanges(database.url, 'catalog_changed', { changes, log })
    return { changes, lines, listener, isHeard: () => expect(changes.version()).not.toBeNull() }
  }

  it.each([
    `update "Video" set "pricePence" = "pricePence" + 1`,
    `update "CatalogTerms" set "singleMonths" = 4`,
    `insert into "MediaFile" ("id", "videoId", "kind", "rendition", "key", "contentType", "bytes", "sha256", "createdAt")
     values ('a', 1, 'poster', '', 'a.jpg', 'image/jpeg', 1, '', now())`,
    `delete from "MediaFile"`,
    `truncate "MediaFile"`,
  ])('are heard after %s', async (statement) => {
    const { changes, listener, isHeard } = listen()
    await vi.waitFor(isHeard, 10_000)
    let raised = 0
    const before = changes.version()
    changes.listen(async () => void raised++)
    await writer.query(statement)
    await vi.waitFor(() => expect(raised).toBe(1), 10_000)
    expect(changes.version()).toBeGreaterThan(before ?? 0)
    await listener.stop()
    expect(changes.version()).toBeNull()
  })

  it('go unheard while the connection is broken, and count as made once it is back', async () => {
    const { changes, lines, listener, isHeard } = listen()
    await vi.waitFor(isHeard, 10_000)
    const seen: (number | null)[] = []
    const before = changes.version()
    const raised = new Promise<void>((done) => changes.listen(async () => done()))
    const isBroken = vi.waitFor(() => expect(changes.version()).toBeNull(), { timeout: 10_000, interval: 1 })
    await writer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await isBroken
    seen.push(changes.version())
    await raised
    expect(seen).toEqual([null])
    expect(changes.version()).toBeGreaterThan(before ?? 0)
    expect(lines.join()).toContain('not heard for now')
    await listener.stop()
  })
})
