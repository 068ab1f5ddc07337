import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSellerAccount } from '#server/features/commissions/bank-files/seller-account.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { resealValues, SEALED_COLUMNS } from '#server/features/operations/reseal-values.ts'
import { openBankDetails, sealBankDetails } from '#server/features/referers/bank-details.ts'
import { createSeal } from '#server/infra/seal.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

const OLD = 'the-data-key-of-last-year-0123456789'
const NEW = 'the-data-key-of-this-year-0123456789'
const BANK = { bankName: null, accountName: 'Club', sortCode: '123456', accountNumber: '12345678' }

const SELLER = {
  layout: 'coutts',
  sortCode: '12-34-56',
  accountNumber: '12345678',
  accountName: 'Made-up Films Ltd',
  serviceUserNumber: '',
} as const

let deps: TestDeps
beforeAll(async () => {
  deps = { ...(await createTestDeps()), seal: createSeal([OLD]) }
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.outboxMessage.deleteMany()
  await deps.db.referer.deleteMany()
  await deps.db.sellerAccount.deleteMany()
  await deps.db.admin.deleteMany()
})

const resealWith = (...keys: string[]) => resealValues({ pool: deps.pool, seal: createSeal(keys) })

async function makeReferers(many: number): Promise<string[]> {
  const referers = []
  for (let count = 0; count < many; count++) referers.push((await makeReferer(deps)).id)
  for (const id of referers)
    await deps.db.referer.update({
      where: { id },
      data: sealBankDetails(deps, { kind: 'Referer', id }, BANK),
    })
  return referers
}

async function bankOf(id: string, ...keys: string[]) {
  const { bankDetailsSealed } = await deps.db.referer.findUniqueOrThrow({ where: { id } })
  if (!bankDetailsSealed) throw new Error('There are no bank details')
  return openBankDetails({ seal: createSeal(keys) }, { kind: 'Referer', id }, bankDetailsSealed)
}

describe('resealing', () => {
  it('covers every sealed column', () => {
    const models = readFileSync('prisma/schema.prisma', 'utf8').split(/^model /m)
    const sealed = models.flatMap((model) =>
      [...model.matchAll(/^\s+(\w+Sealed)\s+Bytes/gm)].map(([, name]) => `${model.split(' ')[0]}.${name}`),
    )
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(sealed.sort())
  })

  it('leaves every kind of value readable without the old key', async () => {
    const [referer = ''] = await makeReferers(1)
    const admin = await makeAdmin(deps)
    const row = `Admin:${admin.id}:totp`
    await deps.db.admin.update({
      where: { id: admin.id },
      data: { totpSealed: deps.seal.seal('APP', row), totpPendingSealed: deps.seal.seal('NEXT', row) },
    })
    const mailId = await deps.db.$transaction((tx) =>
      queueMail(tx, deps, {
        template: 'admin-code',
        to: 'a@example.com',
        props: { code: '123456', expiresAt: '2026-11-21T10:10:00.000Z', purpose: 'sign-in' },
      }),
    )
    await setSellerAccount(deps, { ...SELLER, adminId: admin.id })
    const results = await resealWith(NEW, OLD)
    expect(results.flatMap(({ unreadable }) => unreadable)).toEqual([])
    const expected = {
      Referer: 1,
      RefererApplication: 0,
      Admin: 1,
      BankFile: 0,
      SellerAccount: 1,
      LinkRequest: 0,
      OutboxMessage: 1,
    }
    expect(results.map(({ table, resealed }) => [table, resealed])).toEqual(
      SEALED_COLUMNS.map(({ table }) => [table, expected[table]]),
    )

    const fresh = createSeal([NEW])
    expect(await bankOf(referer, NEW)).toEqual(BANK)
    const kept = await deps.db.admin.findUniqueOrThrow({ where: { id: admin.id } })
    expect(fresh.open(kept.totpSealed ?? new Uint8Array(), row)).toBe('APP')
    expect(fresh.open(kept.totpPendingSealed ?? new Uint8Array(), row)).toBe('NEXT')
    const mail = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: mailId ?? '' } })
    expect(fresh.open(mail.secretsSealed ?? new Uint8Array(), `OutboxMessage:${mail.id}`)).toContain('123456')

    const again = await resealWith(NEW)
    expect(again.map(({ table, resealed, checked }) => [table, resealed, checked])).toEqual(
      SEALED_COLUMNS.map(({ table }) => [table, 0, expected[table]]),
    )
  })

  it('reports what no key opens, and reseals the rest', async () => {
    const [first = '', broken = '', last = ''] = await makeReferers(3)
    const bytes = createSeal(['a-key-that-nobody-has-kept-0123456789']).seal('{}', `Referer:${broken}`)
    await deps.db.referer.update({ where: { id: broken }, data: { bankDetailsSealed: bytes } })
    const [referers] = await resealWith(NEW, OLD)
    expect(referers).toMatchObject({ resealed: 2, checked: 3, unreadable: [broken] })
    expect(await bankOf(first, NEW)).toEqual(BANK)
    expect(await bankOf(last, NEW)).toEqual(BANK)
  })

  it('does not overwrite values that change meanwhile', async () => {
    const [id = ''] = await makeReferers(1)
    const changed = { ...BANK, accountNumber: '87654321' }
    const keys = createSeal([NEW, OLD])
    // The shop writes between the read and the update of the old value.
    const seal = {
      ...keys,
      seal(plain: string, row: string) {
        const mine = sealBankDetails({ seal: keys }, { kind: 'Referer', id }, changed).bankDetailsSealed
        writes.push(deps.pool.query(`update "Referer" set "bankDetailsSealed" = $1`, [Buffer.from(mine)]))
        return keys.seal(plain, row)
      },
    }
    const writes: Promise<unknown>[] = []
    const pool = Object.assign(Object.create(deps.pool), {
      async query(...words: Parameters<typeof deps.pool.query>) {
        await Promise.all(writes)
        return deps.pool.query(...words)
      },
    })
    const [referers] = await resealValues({ pool, seal })
    expect(referers).toMatchObject({ resealed: 0, checked: 1, unreadable: [] })
    expect(await bankOf(id, NEW)).toEqual(changed)
  })
})
