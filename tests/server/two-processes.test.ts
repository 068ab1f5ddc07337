import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'

const NO_MINUTE = join(projectRoot, 'tests/support/no-minute.mjs')

let database: TestDatabase
let shops: RunningShop[]
beforeAll(async () => {
  database = await createTestDatabase()
  // Without what is compared once a minute: only the notice can bring the change.
  const env = { DATABASE_URL: database.url, NODE_OPTIONS: `--import ${NO_MINUTE}` }
  shops = [await startRunningShop(env), await startRunningShop({ ...env, WORKERS: 'off' })]
}, 240_000)
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await database.drop()
})

const NOTICED = { timeout: 60_000, interval: 20 }

it('a change of the catalog is seen by every process at once, in whatever it answers', async () => {
  const paths = ['/api/videos', '/trpc/catalog.list', '/trpc/catalog.page', '/', '/videos/air-law']
  const urls = shops.flatMap(({ url }) => paths.map((path) => url + path))
  const read = async (url: string) => (await fetch(url)).text()
  for (const url of urls) expect(await read(url)).toContain('Air Law')

  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query(`update "Video" set "title" = 'The rules of the air' where "id" = 1`)
  await writer.end()

  await Promise.all(
    urls.map((url) =>
      vi.waitFor(async () => expect(await read(url)).toContain('The rules of the air'), NOTICED),
    ),
  )
})
