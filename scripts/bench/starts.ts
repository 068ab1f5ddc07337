import type { Turn } from './row.ts'
import { startShop } from './shop.ts'

const MS_PER_SECOND = 1_000

/** Seconds from the start of a program until its page at `/` is read; the program is stopped again, uncounted. */
export async function secondsUntilPage(
  start: () => Promise<{ url: string; stop: () => Promise<unknown> }>,
): Promise<Turn> {
  const began = performance.now()
  const { url, stop } = await start()
  const answer = await fetch(url)
  await answer.text()
  const figure = (performance.now() - began) / MS_PER_SECOND
  await stop()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return { figure }
}

/** A shop with the database that it brings itself, in a folder. */
export const secondsUntilShop = (dataDir: string) => secondsUntilPage(() => startShop({}, dataDir))
