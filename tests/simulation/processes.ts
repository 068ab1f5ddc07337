import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/infra/root.ts'
import { freePort } from '#tests/support/free-port.ts'
import type { ProcessName } from './history.ts'

const NAMES: readonly ProcessName[] = ['web0', 'web1', 'worker0', 'worker1']

/** A process that is not ready by then never will be. */
const START_MS = 120_000

type Running = { child: ChildProcess; url: string | null }

/** The shop's programs in processes of their own, from the folder of a build: two web and two workers, or those named. */
export function createProcesses(
  env: Record<string, string>,
  { folder, build, names = NAMES }: { folder: string; build: string; names?: readonly ProcessName[] },
) {
  const running = new Map<ProcessName, Running>()
  const ports = new Map<ProcessName, number>()
  const logFile = join(folder, 'processes.log')
  const log = createWriteStream(logFile, { flags: 'a' })

  async function start(name: ProcessName): Promise<void> {
    const isWeb = name.startsWith('web')
    const port = ports.get(name) ?? (await freePort())
    ports.set(name, port)
    const child = spawn(process.execPath, [join(build, isWeb ? 'main.js' : 'worker.js')], {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        ...env,
        PORT: String(port),
        DATA_DIR: join(folder, name),
        WORKERS: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        log.write(`${name} ${data}`)
        if (said.length < 20_000) said += data.toString()
      })
    }
    const url = isWeb ? `http://127.0.0.1:${port}` : null
    running.set(name, { child, url })
    const began = performance.now()
    while (!(url ? await isReady(url) : said.includes('the worker is ready'))) {
      if (child.exitCode !== null) throw new Error(`${name} ended while it started:\n${said}`)
      if (performance.now() - began > START_MS) throw new Error(`${name} does not become ready:\n${said}`)
      await pause(50)
    }
  }

  async function kill(name: ProcessName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const one = running.get(name)
    running.delete(name)
    if (!one || one.child.exitCode !== null || one.child.signalCode !== null) return
    const ended = once(one.child, 'exit')
    one.child.kill(signal)
    await ended
  }

  return {
    log: logFile,
    kill: (name: ProcessName) => kill(name, 'SIGKILL'),
    /** Starts what is not running. The first migrates the database. */
    async startAll(): Promise<void> {
      const missing = names.filter((name) => !running.has(name))
      await Promise.all(missing.map(start))
    },
    /** Those that run now. */
    pids: () => [...running.values()].flatMap(({ child }) => child.pid ?? []),
    /** Addresses of the web processes that run now. */
    urls: () => [...running.values()].flatMap(({ url }) => url ?? []),
    /** The processes that ended without being killed. */
    lost: () =>
      [...running]
        .filter(([, { child }]) => child.exitCode !== null || child.signalCode !== null)
        .map(([name]) => name),
    async close(): Promise<void> {
      await Promise.all(names.map((name) => kill(name, 'SIGKILL')))
      log.end()
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return (await answer.catch(() => null))?.ok ?? false
}
