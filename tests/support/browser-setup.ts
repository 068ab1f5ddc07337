import { SHOP_VARIABLE, startRunningShop } from './running-shop.ts'

/** Builds and starts one shop for the journeys that can share it: each start costs as much as a short journey. */
export async function setup(): Promise<() => Promise<void>> {
  const shop = await startRunningShop({ TRUST_PROXY: '1' })
  process.env[SHOP_VARIABLE] = shop.url
  return async () => {
    delete process.env[SHOP_VARIABLE]
    await shop.stop()
  }
}
