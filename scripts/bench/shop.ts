import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/infra/root.ts'
import { freePort } from '#tests/support/free-port.ts'

export type Shop = {
  url: string
  port: number
  pid: number
  dataDir: string
  stop(): Promise<void>
}

const READY_MS = 120_000
const LOOK_MS = 20

/** BENCH_PROFILE=folder leaves a processor profile of the shop there, for a browser's performance tools. */
const PROFILE = process.env.BENCH_PROFILE
const OPTIONS = PROFILE ? ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${PROFILE}`] : []

/** As in the image and the units. */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * The built shop as production runs it, its log in a file, on demo parts for what the run does not bring (DEMO=1). Ready
 * when /readyz says so. A data folder that is given stays.
 */
export async function startShop(env: Record<string, string>, kept?: string): Promise<Shop> {
  const port = await freePort()
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'bench-shop-'))
  const log = join(dataDir, 'shop.log')
  const file = openSync(log, 'a')
  const child = spawn(process.execPath, [...OPTIONS, 'scripts/start.mjs'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DEMO: '1',
      DEMO_YEAR: 'off',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...MEMORY,
      ...env,
    },
    stdio: ['ignore', file, file],
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false
  for (const began = Date.now(); !(await isReady()); await pause(LOOK_MS)) {
    if (child.exitCode === null && Date.now() - began < READY_MS) continue
    child.kill('SIGKILL')
    throw new Error(`The shop did not become ready:\n${readFileSync(log, 'utf8')}`)
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
