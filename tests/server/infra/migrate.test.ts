import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/infra/migrate.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let folder: string
const clock = fixedClock('2026-11-21T12:00:00.000Z')

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('migrations', () => {
  it('are applied in order of their names, once, and recorded as Prisma does', async () => {
    write('2_fill', 'insert into thing values (1); insert into thing values (2);')
    write('1_make', 'create table thing (id int primary key);')
    expect(await migrate(database.url, folder, { clock })).toEqual(['1_make', '2_fill'])
    expect(await migrate(database.url, folder, { clock })).toEqual([])
    expect(await query('select count(*)::int as count from thing')).toEqual([{ count: 2 }])
    const rows = await query(
      'select migration_name, length(checksum) as digits, finished_at, applied_steps_count from _prisma_migrations order by 1',
    )
    expect(rows[0]).toEqual({
      migration_name: '1_make',
      digits: 64,
      finished_at: clock.now(),
      applied_steps_count: 1,
    })
  })

  it('let a role start that owns nothing and may only read and write', async () => {
    write('1_make', 'create table thing (id int primary key);')
    await migrate(database.url, folder, { clock })
    const role = new URL(database.url).pathname.slice(1)
    await query(
      `create role ${role}; grant select, insert, update, delete on all tables in schema public to ${role}`,
    )
    try {
      const restricted = `${database.url}?options=${encodeURIComponent(`-c role=${role}`)}`
      expect(await migrate(restricted, folder, { clock })).toEqual([])
    } finally {
      await query(`drop owned by ${role}; drop role ${role}`)
    }
  })

  it('are applied once by several processes at once', async () => {
    write('1_make', 'create table thing (id int primary key);')
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder, { clock })))
    expect(applied.flat()).toEqual(['1_make'])
  })

  it('that fail leave nothing behind, and can be corrected', async () => {
    write('1_make', 'create table thing (id int primary key);')
    write('2_bad', 'create table other (id int); select nonsense;')
    await expect(migrate(database.url, folder, { clock })).rejects.toThrow(
      'The migration 2_bad failed and was undone: column "nonsense" does not exist',
    )
    expect(await query(`select to_regclass('other') as other`)).toEqual([{ other: null }])
    write('2_bad', 'create table other (id int);')
    expect(await migrate(database.url, folder, { clock })).toEqual(['2_bad'])
  })
})

describe('a history that differs is refused', () => {
  beforeEach(async () => {
    write('1_make', 'create table thing (id int primary key);')
    await migrate(database.url, folder, { clock })
  })

  it('where a file was edited afterwards', async () => {
    write('1_make', 'create table thing (id bigint primary key);')
    await expect(migrate(database.url, folder, { clock })).rejects.toThrow(
      'The migration 1_make was edited after it was applied',
    )
  })

  it('where the database is ahead', async () => {
    rmSync(join(folder, '1_make'), { recursive: true })
    await expect(migrate(database.url, folder, { clock })).rejects.toThrow(
      'has the migration 1_make, which this version',
    )
  })

  it('where one was begun elsewhere and not finished', async () => {
    await query('update _prisma_migrations set finished_at = null')
    await expect(migrate(database.url, folder, { clock })).rejects.toThrow(
      'was started elsewhere and never finished',
    )
  })
})

describe('a database that cannot be used', () => {
  it('is named without its password', async () => {
    const url = new URL(database.url)
    url.password = 'PLANTED'
    const failure = await migrate(url.href, folder, { clock }).catch((error: Error) => error)
    expect(String(failure)).toContain(`The database at 127.0.0.1:${url.port}${url.pathname} cannot be used`)
    expect(String(failure)).toContain('user name or password is wrong')
    expect(String(failure)).not.toContain('PLANTED')
  })

  it('because nothing answers there', async () => {
    await expect(migrate('postgresql://u:p@127.0.0.1:1/d', folder, { clock })).rejects.toThrow(
      'nothing answers there',
    )
  })

  it('because another process keeps the lock of the migrations', async () => {
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('select pg_advisory_lock(72707369)')
    try {
      await expect(migrate(database.url, folder, { clock, lockWaitMs: 200 })).rejects.toThrow(
        'The lock of the migrations could not be had within 0.2 s',
      )
    } finally {
      await holder.end()
    }
  })

  it('because it does not exist', async () => {
    await expect(migrate(`${database.url}x`, folder, { clock })).rejects.toThrow(
      'that database does not exist',
    )
  })
})
