import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sampleVideos } from '#server/demo/demo-parts.ts'
import { makeBackup } from '#server/features/operations/backup/make-backup.ts'
import { findBackups, runBackup, runDrill } from '#server/features/operations/backup/nightly-backup.ts'
import { createDiskStore } from '#server/infra/media-store.ts'
import { layerStores } from '#server/infra/media-writer.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let folder: string
let backup: string
/** Stands for an uploaded video: not a sample, so the backup has to carry it. */
const video = { key: `up-${'a'.repeat(64)}.mp4`, bytes: randomBytes(3_000_000) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  shop = await createTestShop()
  const { deps } = shop
  await makeBuyer(shop, [1, 2])
  await makeBuyer(shop, [3])
  await writeFile(join(folder, video.key), video.bytes)
  deps.media = createDiskStore(folder)
  await deps.db.mediaFile.create({
    data: {
      id: 'uploaded',
      videoId: 1,
      kind: 'film',
      rendition: '1080',
      key: video.key,
      contentType: 'video/mp4',
      bytes: video.bytes.length,
      sha256: createHash('sha256').update(video.bytes).digest('hex'),
      createdAt: deps.clock.now(),
    },
  })
  backup = (await makeBackup(deps, { folder, hasMedia: true })).path
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

function drill(path: string) {
  return runDrill(shop.deps, { path, serverUrl: shop.deps.databaseUrl })
}

async function copyOf(path: string, name: string): Promise<string> {
  const copy = join(folder, name)
  await copyFile(path, copy)
  return copy
}

async function listScratch(): Promise<string[]> {
  const { rows } = await shop.deps.pool.query(`select datname from pg_database where datname like 'drill_%'`)
  return rows.map(({ datname }) => datname)
}

describe('a backup', () => {
  it('is restored by a drill with the same rows, sums, documents and books', async () => {
    const { header, contents } = await drill(backup)
    const paid = await shop.deps.db.payment.aggregate({
      where: { status: 'paid' },
      _sum: { amountPence: true },
    })
    expect(contents.books.paidPence).toBe(String(paid._sum.amountPence))
    expect(contents.tables.Student?.rows).toBe(2)
    expect(contents.tables.OrderLine?.rows).toBe(3)
    expect(Object.keys(contents.documents)).toHaveLength(2)
    expect(header.media.map(({ key }) => key)).toEqual([video.key])
    expect(await listScratch()).toEqual([])
    const rows = Object.values(contents.tables).reduce((sum, table) => sum + (table?.rows ?? 0), 0)
    recordReliability('restore', rows, 'rows restored and compared')
  })

  it('carries a folder’s films with all that belongs to them', async () => {
    const { config } = shop.deps
    const media = layerStores(createDiskStore(folder), createDiskStore(sampleVideos))
    const deps = {
      ...shop.deps,
      media,
      config: { ...config, parts: { ...config.parts, media: 'disk' as const } },
    }
    const { path } = await makeBackup(deps, { folder: join(folder, 'of-a-folder'), hasMedia: true })
    const { header } = await drill(path)
    const captions = header.media.find(({ key }) => key === 'air-law.vtt')
    const bytes = await readFile(join(sampleVideos, 'air-law.vtt'))
    expect(captions?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('records each drill and how it ended', async () => {
    const runs = await shop.deps.db.backupRun.findMany({
      where: { kind: 'drill' },
      orderBy: { startedAt: 'asc' },
    })
    expect(runs[0]).toMatchObject({ error: null, rows: expect.any(Number), finishedAt: expect.any(Date) })
  })

  it('tells nobody without its key anything about the shop', async () => {
    const bytes = await readFile(backup)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes('Student')).toBe(false)
    expect(bytes.includes('@example.com')).toBe(false)
  })
})

describe('a disk without room', () => {
  const reason = 'There is no room left in the folder of backups.'

  it('fails a backup with a reason, leaves nothing half, and keeps the earlier one', async ({ skip }) => {
    const { deps } = shop
    const small = await mkdtemp(join(folder, 'small-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      return skip('only root may make a small disk')
    }
    onTestFinished(() => void execFileSync('umount', [small]))
    const earlier = await runBackup(deps, { folder: small, hasMedia: false })
    deps.clock.advance(60_000)
    await expect(runBackup(deps, { folder: small, hasMedia: true })).rejects.toThrow('ENOSPC')
    expect(await readdir(small)).toEqual([basename(earlier.path)])
    expect((await findBackups(deps)).backup).toMatchObject({ state: 'failed', reason })
  })

  it('is told in the same words whatever met it', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const media = { ...shop.deps.media, read: () => new Readable({ construct: (done) => done(full) }) }
    const target = { folder: await mkdtemp(join(folder, 'other-')), hasMedia: true }
    await expect(runBackup({ ...shop.deps, media }, target)).rejects.toThrow('ENOSPC')
    expect(await readdir(target.folder)).toEqual([])
    expect((await findBackups(shop.deps)).backup).toMatchObject({ state: 'failed', reason })
  })
})

describe('a drill is red', () => {
  it('with another key', async () => {
    const keys = ['another-key-of-the-tests-0123456789abcdef']
    const deps = {
      ...shop.deps,
      config: { ...shop.deps.config, backup: { ...shop.deps.config.backup, keys } },
    }
    const attempt = runDrill(deps, { path: backup, serverUrl: shop.deps.databaseUrl })
    await expect(attempt).rejects.toThrow('No key of BACKUP_KEY opens this backup.')
  })

  it.each([
    ['near its beginning', 400],
    ['in the middle', 1_500_000],
    ['near its end', -2_000],
  ])('for one that has a wrong byte %s', async (_where, offset) => {
    const path = await copyOf(backup, 'changed.age')
    const bytes = await readFile(path)
    const place = offset < 0 ? bytes.length + offset : offset
    bytes.writeUInt8((bytes[place] ?? 0) ^ 1, place)
    await writeFile(path, bytes)
    await expect(drill(path)).rejects.toThrow('The backup is damaged or cut off.')
    expect(await listScratch()).toEqual([])
  })

  it.each([1, 70_000, 2_000_000])('for one that lacks its last %s bytes', async (missing) => {
    const path = await copyOf(backup, 'cut.age')
    const { length } = await readFile(path)
    await truncate(path, length - missing)
    await expect(drill(path)).rejects.toThrow('The backup is damaged or cut off.')
  })

  it('for one of a version this shop does not know', async () => {
    const { pool } = shop.deps
    const from = 'update _prisma_migrations set migration_name = $2 where migration_name = $1'
    const names = ['20261125100001_backups', '20991231000000_of_next_year']
    await pool.query(from, names)
    const { path } = await makeBackup(shop.deps, { folder: join(folder, 'newer'), hasMedia: false })
    await pool.query(from, names.toReversed())
    await expect(drill(path)).rejects.toThrow('does not know its migration 20991231000000_of_next_year')
  })

  it('for one without films, once a film is gone or changed', async () => {
    const { path } = await makeBackup(shop.deps, { folder: join(folder, 'without'), hasMedia: false })
    await drill(path)
    await writeFile(join(folder, video.key), Buffer.concat([video.bytes.subarray(1), Buffer.from('x')]))
    await expect(drill(path)).rejects.toThrow(`The media file ${video.key} is not as it was in the shop.`)
    await rm(join(folder, video.key))
    await expect(drill(path)).rejects.toThrow('is neither in the backup nor in the store')
    await writeFile(join(folder, video.key), video.bytes)
  })

  it('for books that contradict themselves', async () => {
    const { deps } = shop
    await deps.pool.query(`update "DocumentSeries" set "lastNumber" = "lastNumber" + 1`)
    const { path } = await makeBackup(deps, { folder: join(folder, 'gap'), hasMedia: false })
    await expect(drill(path)).rejects.toThrow('The books contradict themselves: documentGaps.')
    await deps.pool.query(`update "DocumentSeries" set "lastNumber" = "lastNumber" - 1`)
    const failed = await deps.db.backupRun.findFirst({ where: { kind: 'drill' }, orderBy: { id: 'desc' } })
    expect(failed?.error).toContain('documentGaps')
  })
})

describe('no backup is made', () => {
  it('while a film is missing, and nothing is left of the attempt', async () => {
    const empty = createDiskStore(join(folder, 'newer'))
    const attempt = makeBackup(
      { ...shop.deps, media: empty },
      { folder: join(folder, 'none'), hasMedia: true },
    )
    await expect(attempt).rejects.toThrow(`The media file ${video.key} is missing`)
    expect(await readdir(join(folder, 'none'))).toEqual([])
  })
})
