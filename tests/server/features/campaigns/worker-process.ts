import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '#tests/support/program.ts'

/** The program of `npm run worker`, bundled for one test file. */
export type WorkerProgram = {
  /** Starts a worker process and waits until it handles jobs. */
  start(env: Record<string, string>): Promise<WorkerProcess>
  remove(): void
}

export type WorkerProcess = {
  /** Like a power cut: no signal handler runs. */
  kill(): Promise<void>
  /** Like Ctrl-C on `npm run worker`. */
  stop(): Promise<void>
}

export async function buildWorker(): Promise<WorkerProgram> {
  const program = await bundleProgram('src/server/worker.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'worker-data-'))
  return {
    start: (env) => startWorker(program.file, { DATA_DIR: dataDir, ...env }),
    remove() {
      program.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startWorker(program: string, env: Record<string, string>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [program], {
    // With payments configured, a worker needs no shop beside it.
    env: { PATH: process.env.PATH, STRIPE_API_BASE: 'http://127.0.0.1:1', ...SECRETS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await isReady(child)
  return { kill: () => end(child, 'SIGKILL'), stop: () => end(child, 'SIGTERM') }
}

const SECRETS = {
  SESSION_SECRET: 'session-secret-of-the-tests-01234567',
  DATA_KEY: 'data-key-of-the-tests-0123456789abcdef',
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('the worker is ready')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}: ${said}`)))
  })
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
