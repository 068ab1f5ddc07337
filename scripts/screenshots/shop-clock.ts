import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#server/infra/root.ts'

const DAY_MS = 24 * 60 * 60_000
const TIMEOUT_MS = 20_000

export type ShopClock = {
  /** Goes into the environment of the shop. */
  env: Record<string, string>
  /** Moves the running shop to so many days before today, and waits until it is there. */
  setDaysAgo(days: number): Promise<void>
}

/** The clock of a shop in a process of its own, which begins some days ago: what ends with time has ended when it is photographed. */
export async function createShopClock(folder: string, daysAgo: number): Promise<ShopClock> {
  const file = join(folder, 'clock-offset')
  await writeFile(file, String(-daysAgo * DAY_MS))
  return {
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'tests/support/moved-time.mjs'))}`,
      MOVED_TIME_FILE: file,
    },
    async setDaysAgo(days) {
      const offset = String(-days * DAY_MS)
      await writeFile(file, offset)
      for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 50) {
        if (Number(await readFile(`${file}.read`, 'utf8').catch(() => '')) === Number(offset)) return
        await pause(50)
      }
      throw new Error('The clock of the shop did not move')
    },
  }
}
