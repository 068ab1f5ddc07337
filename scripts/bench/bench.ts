import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#server/demo/postgres.ts'
import type { Load, LoadResult } from './load-generator.ts'
import { ask, endProgram, type Program, processorMicros, startProgram } from './programs.ts'
import type { Turn } from './row.ts'
import { type Shop, startShop } from './shop.ts'

/** What rows start their sides with. Everything that was opened here ends with the run. */
export type Bench = {
  /** The built shop in production, on a database of its own; the same one for every row that asks. */
  shop(): Promise<Shop & { databaseUrl: string }>
  /** A program of `anchors`. */
  anchor(name: string, env?: Record<string, string>): Promise<Program>
  /** A new empty database on the run's PostgreSQL, which is as durable as the shop's. */
  database(name: string): Promise<string>
  /** Loads a server from another process and reads the processor time that it takes. */
  load(server: { port: number; pid: number }, load: Omit<Load, 'port'>): Promise<Turn>
}

/** Signs the webhooks that rows send to the shop. */
export const WEBHOOK_SECRET = 'whsec_of_the_bench'

export async function openBench(): Promise<Bench & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const server = await startPostgres(folder, {})
  const programs: ChildProcess[] = []
  let generator: Promise<ChildProcess> | undefined
  let shop: Promise<Shop & { databaseUrl: string }> | undefined

  async function database(name: string): Promise<string> {
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database "${name}"`)
    await admin.end()
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }

  async function openProgram(name: string, env?: Record<string, string>): Promise<Program> {
    const program = await startProgram(name, env)
    programs.push(program.child)
    return program
  }

  async function openShop() {
    const databaseUrl = await database('shop')
    const env = { DATABASE_URL: databaseUrl, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET }
    return { ...(await startShop(env)), databaseUrl }
  }

  return {
    database,
    shop() {
      shop ??= openShop()
      return shop
    },
    anchor: (name, env) => openProgram(`anchors/${name}.ts`, env),
    async load({ port, pid }, load) {
      generator ??= openProgram('load-generator.ts').then(({ child }) => child)
      const child = await generator
      const before = processorMicros(pid)
      const result = await ask<LoadResult>(child, { ...load, port })
      const cpuMicros = (processorMicros(pid) - before) / result.answers
      const { perSecond, p99Ms, firstByteMs } = result
      return { figure: perSecond, p99Ms, firstByteMs, cpuMicros }
    },
    async close() {
      for (const child of programs) await endProgram(child)
      await (await shop)?.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
