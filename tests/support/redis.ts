import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export type TestRedis = {
  url: string
  /** Ends the server as a power cut would: what it held is gone. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** Stops it in its tracks: it takes connections and bytes, and answers when it goes on. */
  hang(): void
  goOn(): void
  close(): Promise<void>
}

/** A real Redis server of this test's own on a free port of 127.0.0.1; nothing of it is kept. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'shop-redis-'))
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    server = await launch([
      ...settings,
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ])
  }

  async function kill(): Promise<void> {
    const running = server
    server = null
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => void server?.kill('SIGSTOP'),
    goOn: () => void server?.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function launch(settings: string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('error', (cause) =>
      reject(new Error('These tests need redis-server: apt-get install redis-server', { cause })),
    )
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Ready to accept connections')) resolve(child)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  })
}
