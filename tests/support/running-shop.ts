import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/infra/root.ts'
import { freePort } from './free-port.ts'

type Mail = {
  subject: string
  text: string
  links: string[]
  attachments: { filename: string; url: string }[]
}

/** A running shop, started by the test or by the run. */
export type OpenShop = {
  url: string
  /** Waits for a mail to this address whose subject has these words. */
  mail(to: string, subject: RegExp): Promise<Mail>
}

/** The shop as `npm start` runs it, on a data folder of its own. */
export type RunningShop = OpenShop & {
  pid: number
  hasEnded(): boolean
  /** Without a warning, as by a power cut; `stop` clears up after it. */
  kill(): void
  stop(): Promise<void>
}

/** So many characters of what a shop said tell why it ended. */
const LAST_WORDS = 3_000

/** Where the shop of the run is: set by browser-setup.ts, inherited by every worker. */
export const SHOP_VARIABLE = 'TEST_SHOP'
/** The file that tells why that shop ended by itself; there is none while it runs. */
export const END_VARIABLE = 'TEST_SHOP_END'

/** The one shop of a run of browser tests, for journeys that use only accounts of their own. */
export function sharedShop(): OpenShop {
  const url = process.env[SHOP_VARIABLE]
  if (!url) throw new Error('No shop: add tests/support/browser-setup.ts to this vitest project')
  return openShop(url)
}

/**
 * Starts the whole product, empty, and waits until it is ready. Its words go into the error when it is not, and to `onEnd`
 * when it ends by itself later.
 */
export async function startRunningShop(
  env: Record<string, string> = {},
  onEnd: (words: string) => void = (words) => process.stderr.write(words),
): Promise<RunningShop> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  const url = `http://localhost:${port}`
  const said: string[] = []
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_YEAR: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => said.push(data.toString()))
  const isReady = await until(120_000, async () => {
    if (hasEnded(child)) return false
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false
  })
  if (!isReady) {
    await end(child)
    throw new Error(`The shop did not become ready:\n${said.join('')}`)
  }

  const tellEnd = (code: number | null, signal: string | null) =>
    onEnd(`The shop ended by itself (${code ?? signal}): ${lastWords(said.join(''))}\n`)
  // Not at its exit: what it said last may come after that.
  child.once('close', tellEnd)
  return {
    ...openShop(url, said),
    pid: child.pid ?? 0,
    hasEnded: () => hasEnded(child),
    kill() {
      child.off('close', tellEnd)
      child.kill('SIGKILL')
    },
    async stop() {
      child.off('close', tellEnd)
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** From its last error on, where there is one. Errors of `pg` begin with a small letter. */
function lastWords(said: string): string {
  const at = [...said.matchAll(/^\w*error\b/gim)].at(-1)?.index ?? -LAST_WORDS
  return said.slice(at).slice(0, LAST_WORDS)
}

/** What it said so far goes into the error where a mail does not come. */
function openShop(url: string, said: readonly string[] = []): OpenShop {
  return {
    url,
    async mail(to, subject) {
      let found: Mail | undefined
      const query = new URLSearchParams({ to })
      await until(60_000, async () => {
        const answer = await fetch(`${url}/dev/mail.json?${query}`)
        const { messages } = (await answer.json()) as { messages: Mail[] }
        found = messages.find((message) => subject.test(message.subject))
        return found !== undefined
      })
      if (!found) throw new Error(`No mail to ${to} says ${subject}:\n${said.join('')}`)
      return found
    },
  }
}

/** Asks until the answer is yes or the time is up. */
async function until(timeoutMs: number, ask: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += 250) {
    if (await ask()) return true
    await pause(250)
  }
  return false
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  await ended
}
