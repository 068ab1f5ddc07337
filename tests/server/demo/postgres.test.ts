import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '#server/demo/postgres.ts'

let folder: string
let running: EmbeddedPostgres | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'a path with spaces '))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(): Promise<EmbeddedPostgres> {
  running = await startPostgres(folder, { isTemporary: true })
  return running
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

function pidFile(): string {
  return join(folder, 'postgres', 'cluster', 'postmaster.pid')
}

function serverPid(): number {
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
}

function firstVersion(rows: { version: string }[]): string {
  return rows[0]?.version ?? ''
}

describe('the embedded PostgreSQL', () => {
  it('is a real one of version 18 that keeps its data between starts', async () => {
    const first = await start()
    expect(firstVersion(await query(first.url, 'select version()'))).toMatch(/^PostgreSQL 18\./)
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(existsSync(pidFile())).toBe(false)
    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('closes its files and its port to others', async () => {
    const { url } = await start()
    const home = join(folder, 'postgres')
    expect(statSync(home).mode & 0o777).toBe(0o700)
    for (const name of ['password', 'server.log']) {
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
    }
    const [row] = await query<{ addresses: string }>(
      url,
      "select setting as addresses from pg_settings where name = 'listen_addresses'",
    )
    expect(row?.addresses).toBe('127.0.0.1')
    const stranger = new URL(url)
    stranger.password = 'guessed'
    await expect(query(stranger.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it('is not started twice on the same data', async () => {
    await start()
    await expect(startPostgres(folder)).rejects.toThrow(`The shop is already running on ${folder}`)
  })

  it('is started again, on the same address, when it is killed under the running shop', async () => {
    const { url } = await start()
    const killed = serverPid()
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]),
      {
        timeout: 20_000,
      },
    )
    expect(serverPid()).not.toBe(killed)
  })

  it('is made once by two processes that start at once', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'two-at-once-'))
    const results = await Promise.allSettled([startPostgres(fresh), startPostgres(fresh)])
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    await Promise.all(started.map((server) => server.stop()))
    rmSync(fresh, { recursive: true, force: true })
    expect(started).toHaveLength(1)
    expect(refused).toEqual([`StartError: The shop is already running on ${fresh}`])
  })
})

describe('what an earlier run left behind', () => {
  it('a file of a killed server, whose number now belongs to another process, is put aside', async () => {
    const first = await start()
    await first.stop()
    const leftover = [
      process.pid,
      join(folder, 'postgres', 'cluster'),
      1,
      1,
      '',
      '127.0.0.1',
      '',
      'ready',
      '',
    ]
    writeFileSync(pidFile(), leftover.join('\n'), { mode: 0o600 })
    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})
