import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/infra/root.ts'
import { freePort } from '#tests/support/free-port.ts'
import type { ProcessName, Version } from './history.ts'

export const NAMES: readonly ProcessName[] = ['web0', 'web1', 'worker0', 'worker1']

/** A process that is not ready by then never will be. */
const START_MS = 600_000

/** What only a mistake in the program throws; PostgreSQL's: a column or table there is not, null where there must be a value. */
const MISTAKES =
  /"type":"(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError|PrismaClientValidationError)"|(?:"code":"|Code: `)(?:42[\dA-Z]{3}|23502|P202[12])\b/
/** All who act have one. */
const ADDRESS = /(?:@|%40)example\.com/i
const WRONG = new RegExp(`${MISTAKES.source}|${ADDRESS.source}`, 'i')
const SHOWN_LENGTH = 300

type Options = {
  folder: string
  build: string
  names?: readonly ProcessName[]
  /** What one of them alone is told. */
  envOf?: (name: ProcessName) => Record<string, string>
}

type Running = { child: ChildProcess; url: string | null; version: Version }

/** The shop's programs in processes of their own, from the folder of a build: two web and two workers, or those named. */
export function createProcesses(
  env: Record<string, string>,
  { folder, build, names = NAMES, envOf = () => ({}) }: Options,
) {
  const running = new Map<ProcessName, Running>()
  const starts = new Map<ProcessName, Promise<void>>()
  const ports = new Map<ProcessName, number>()
  /** Folders of those that are started from another build. */
  const otherBuilds = new Map<ProcessName, string>()
  const wrongLines: string[] = []
  const logFile = join(folder, 'processes.log')
  const log = createWriteStream(logFile, { flags: 'a' })

  /** One that ends while it starts is started again, as a service manager does. */
  async function start(name: ProcessName): Promise<void> {
    const until = performance.now() + START_MS
    for (;;) {
      const one = await spawnOne(name)
      while (one.child.exitCode === null && one.child.signalCode === null) {
        if (await one.isReady()) return
        if (performance.now() > until) throw new Error(`${name} does not become ready:\n${one.said()}`)
        await pause(25)
      }
      if (performance.now() > until) throw new Error(`${name} ends while it starts:\n${one.said()}`)
    }
  }

  async function spawnOne(name: ProcessName) {
    const isWeb = name.startsWith('web')
    const port = ports.get(name) ?? (await freePort())
    ports.set(name, port)
    const child = spawn(
      process.execPath,
      [join(otherBuilds.get(name) ?? build, isWeb ? 'main.js' : 'worker.js')],
      {
        cwd: projectRoot,
        env: {
          PATH: process.env.PATH,
          ...env,
          ...envOf(name),
          PORT: String(port),
          DATA_DIR: join(folder, name),
          WORKERS: 'off',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        const at = line.search(WRONG)
        if (at >= 0)
          wrongLines.push(`${name}: ${line.slice(Math.max(0, at - SHOWN_LENGTH), at + SHOWN_LENGTH)}`)
      })
      stream.on('data', (data: Buffer) => {
        log.write(`${name} ${data}`)
        if (said.length < 20_000) said += data.toString()
      })
    }
    const url = isWeb ? `http://127.0.0.1:${port}` : null
    running.set(name, { child, url, version: otherBuilds.has(name) ? 'new' : 'old' })
    const isReady = async () => (url ? isServing(url) : said.includes('the worker is ready'))
    return { child, isReady, said: () => said }
  }

  /** Its exit code; null where the signal ended it. */
  async function kill(name: ProcessName, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const one = running.get(name)
    running.delete(name)
    if (!one || one.child.exitCode !== null || one.child.signalCode !== null) return null
    const ended = once(one.child, 'exit')
    one.child.kill(signal)
    await ended
    return one.child.exitCode
  }

  return {
    log: logFile,
    /** What a process said that it must not. */
    wrongLines,
    kill: (name: ProcessName) => kill(name, 'SIGKILL'),
    /** As a service manager ends it, once it has started. */
    async end(name: ProcessName): Promise<number | null> {
      await starts.get(name)
      return kill(name, 'SIGTERM')
    },
    /** Stops a process where it is, and lets it go on after a while. */
    async stop(name: ProcessName, forMs: number): Promise<void> {
      const child = running.get(name)?.child
      child?.kill('SIGSTOP')
      await pause(forMs)
      child?.kill('SIGCONT')
    },
    /** From which folder a process is started from now on; null is that of all. */
    setBuild(name: ProcessName, folder: string | null): void {
      if (folder === null) otherBuilds.delete(name)
      else otherBuilds.set(name, folder)
    },
    /** Those that are started from another build. */
    newer: () => [...otherBuilds.keys()],
    /** Starts what is not running. The first migrates the database. */
    async startAll(): Promise<void> {
      const missing = names.filter((name) => !running.has(name))
      for (const name of missing) starts.set(name, start(name))
      await Promise.all(missing.map((name) => starts.get(name)))
    },
    names: () => [...running.keys()],
    /** Those that run now. */
    pids: () => [...running.values()].flatMap(({ child }) => child.pid ?? []),
    /** Addresses of the web processes that run now, of one version where it is named. */
    urls: (of?: Version) =>
      [...running.values()].flatMap(({ url, version }) => ((of ?? version) === version && url) || []),
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

async function isServing(url: string): Promise<boolean> {
  const answer = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return (await answer.catch(() => null))?.ok ?? false
}
