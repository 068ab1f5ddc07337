import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCampaign } from '#server/features/campaigns/start-campaign.ts'
import { exportBankFile } from '#server/features/commissions/bank-files/export-bank-file.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { makeBackup } from '#server/features/operations/backup/make-backup.ts'
import { backUpNightly, releaseShop } from '#server/features/operations/backup/nightly-backup.ts'
import { restoreShop } from '#server/features/operations/backup/restore-shop.ts'
import { openDatabase } from '#server/infra/db.ts'
import { pence } from '#shared/money/money.ts'
import { bulkEmailInput } from '#shared/schemas/campaigns.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testConfig } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let folder: string
let target: TestDatabase
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-restore-'))
  shop = await createTestShop()
  const { deps } = shop
  deps.config = testConfig({ DATA_DIR: join(folder, 'first'), BACKUP_DIR: join(folder, 'backups') })
  await deps.db.installation.create({ data: { id: 1, kind: 'demo', stampedAt: deps.clock.now() } })
  await makeBuyer(shop, [1])
  await deps.db.$transaction((tx) => queueMail(tx, deps, welcome('before@example.com')))
  await backUpNightly(deps)
  const made = await makeBackup(deps, { folder, hasMedia: true })
  path = made.path
  target = await createEmptyDatabase()
})
afterAll(async () => {
  await shop.close()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

function welcome(to: string) {
  return { template: 'welcome' as const, to, props: { username: 'kim', accountType: 'personal' as const } }
}

describe('a restored shop', () => {
  it('has what the first one had, and refuses to be restored over', async () => {
    const config = testConfig({ DATA_DIR: join(folder, 'second') })
    const deps = { ...shop.deps, config }
    const { contents } = await restoreShop(deps, { path, databaseUrl: target.url })
    expect(contents.tables.Order?.rows).toBe(1)
    const again = restoreShop(deps, { path, databaseUrl: target.url })
    await expect(again).rejects.toThrow('There is a shop in this database.')
  })

  it('signs everybody out, sends nothing and pays nobody until it is released', async () => {
    const { prisma: db, pool, close } = openDatabase(target.url)
    const deps = { ...shop.deps, db, pool }
    try {
      expect(await db.session.count({ where: { revokedAt: null } })).toBe(0)
      const waited = await db.outboxMessage.findFirst({ where: { toAddress: 'before@example.com' } })
      expect(waited).toMatchObject({ status: 'unknown', lastError: expect.stringContaining('restored') })

      const admin = await makeAdmin(deps)
      const outboxId = await db.$transaction((tx) => queueMail(tx, deps, welcome('after@example.com')))
      const send = () =>
        sendMail(deps, { outboxId: outboxId ?? '', renderDocument: () => Promise.reject(new Error('none')) })
      expect(await send()).toEqual({ status: 'notDue' })
      const bankFile = () =>
        exportBankFile(deps, { quarterYear: '2026-Q3', totalPence: pence(0), adminId: admin.id })
      await expect(bankFile()).rejects.toThrow('on hold')
      const campaign = bulkEmailInput.parse({
        recipients: 'students',
        subject: 'News',
        htmlContent: '<p>News</p>',
      })
      await expect(startCampaign(deps, { ...campaign, adminId: admin.id })).rejects.toThrow('on hold')

      await releaseShop(deps, { adminId: admin.id })
      expect(await send()).toEqual({ status: 'sent' })
      expect(await bankFile()).toMatchObject({ payouts: 0 })
      expect(await db.auditEntry.findFirst({ where: { action: 'shop.released' } })).toMatchObject({
        actorId: admin.id,
      })
    } finally {
      await close()
    }
  })

  it('gets back the secrets that the first one made for itself', async () => {
    await mkdir(join(folder, 'first'))
    await writeFile(join(folder, 'first', 'data-key'), 'made by the first one')
    const { path: other } = await makeBackup(shop.deps, { folder: join(folder, 'other'), hasMedia: true })
    const empty = await createEmptyDatabase()
    try {
      const config = testConfig({ DATA_DIR: join(folder, 'first') })
      await rm(join(folder, 'first'), { recursive: true })
      await restoreShop({ ...shop.deps, config }, { path: other, databaseUrl: empty.url })
      expect(await readFile(join(folder, 'first', 'data-key'), 'utf8')).toBe('made by the first one')
    } finally {
      await empty.drop()
    }
  })
})

describe('the nightly backup', () => {
  it('was made once and drilled', async () => {
    await backUpNightly(shop.deps)
    const runs = await shop.deps.db.backupRun.findMany({
      orderBy: { id: 'asc' },
      select: { kind: true, error: true },
    })
    expect(runs).toEqual([
      { kind: 'backup', error: null },
      { kind: 'drill', error: null },
    ])
  })
})
