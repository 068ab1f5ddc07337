import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { END_VARIABLE, SHOP_VARIABLE, startRunningShop } from './running-shop.ts'

/** Builds and starts one shop for the journeys that can share it: each start costs as much as a short journey. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-end-'))
  const endFile = join(folder, 'why.txt')
  const shop = await startRunningShop({ TRUST_PROXY: '1' }, (words) => writeFileSync(endFile, words))
  process.env[SHOP_VARIABLE] = shop.url
  process.env[END_VARIABLE] = endFile
  return async () => {
    delete process.env[SHOP_VARIABLE]
    delete process.env[END_VARIABLE]
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
