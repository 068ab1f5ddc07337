import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'

export type MovingClock = {
  /** Goes into the environment of `startRunningShop`. */
  env: Record<string, string>
  /** Moves the running shop to an ISO time, from which its clock goes on, and waits until it is there. */
  set(iso: string): Promise<void>
  remove(): Promise<void>
}

/** A clock for a shop in a process of its own, which begins at an ISO time. */
export async function createMovingClock(iso: string): Promise<MovingClock> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'))
  const file = join(folder, 'offset')
  const write = async (to: string) => {
    const offset = String(Date.parse(to) - Date.now())
    await writeFile(file, offset)
    return offset
  }
  await write(iso)
  return {
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'tests/support/moved-time.mjs'))}`,
      MOVED_TIME_FILE: file,
    },
    async set(next) {
      const offset = await write(next)
      await vi.waitUntil(async () => (await readFile(`${file}.read`, 'utf8')) === offset, {
        timeout: 20_000,
        interval: 50,
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
