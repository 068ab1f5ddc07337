import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import {
  checkBankAccount,
  isBankUnreviewed,
  openBankDetails,
  sealBankDetails,
} from '#server/features/referers/bank-details.ts'
import { createSeal } from '#server/infra/seal.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { REFERER_PASSWORD } from '#tests/support/factories/referer.ts'
import { application } from './applications.ts'

describe('sealed bank details', () => {
  const deps = { seal: createSeal(['a data key of these tests 0123456789']) }

  const details = {
    bankName: null,
    accountName: 'Hedge Club',
    sortCode: '12-34-56',
    accountNumber: '00123456',
  }

  const row = { kind: 'Referer', id: 'r1' } as const

  it('open for their row, with the digits of the numbers alone', () => {
    const sealed = sealBankDetails(deps, row, details)
    expect(sealed).toMatchObject({ bankSortCodeEnding: '56', bankAccountEnding: '3456' })
    expect(openBankDetails(deps, row, sealed.bankDetailsSealed)).toEqual({ ...details, sortCode: '123456' })
  })

  it('reveal no number, and open for no other row', () => {
    const { bankDetailsSealed } = sealBankDetails(deps, row, details)
    expect(Buffer.from(bankDetailsSealed).includes('00123456')).toBe(false)
    expect(() => openBankDetails(deps, { kind: 'Referer', id: 'r2' }, bankDetailsSealed)).toThrow()
    expect(() => openBankDetails(deps, { kind: 'RefererApplication', id: 'r1' }, bankDetailsSealed)).toThrow()
  })
})

const isRight = (sortCode: string, accountNumber: string) => {
  try {
    checkBankAccount({ sortCode, accountNumber, field: 'accountNumber' })
    return true
  } catch {
    return false
  }
}

describe('the modulus check', () => {
  // The examples that Vocalink publishes with its table.
  it.each([
    ['089999', '66374958', true],
    ['107999', '88837491', true],
    ['202959', '63748472', true],
    ['772798', '99345694', true],
    ['086090', '06774744', true],
    ['309070', '02355688', true],
    ['180002', '00000190', true],
    ['089999', '66374959', false],
    ['107999', '88837493', false],
    ['203099', '66831036', false],
    ['203099', '58716970', false],
    ['938063', '15764273', false],
    ['118765', '64371388', false],
  ])('takes sort code %s with account %s: %s', (sortCode, accountNumber, expected) => {
    expect(isRight(sortCode, accountNumber)).toBe(expected)
  })

  it('reads pairs, and accepts a sort code outside the table', () => {
    expect(isRight('08-99-99', '66374959')).toBe(false)
    expect(isRight('08 99 99', '6637 4958')).toBe(true)
    expect(isRight('12-34-56', '01234567')).toBe(true)
  })
})

describe('wrong check digits are refused with the field', () => {
  it('by the application, the portal and the back office', async () => {
    const shop = await createTestApp()
    const wrong = { sortCode: '08-99-99', accountNumber: '66374959' }
    const { referer } = shop.people
    const calls = [
      [
        'bankAccountNumber',
        {
          path: 'referer.submitApplication',
          input: { ...application(), bankSortCode: wrong.sortCode, bankAccountNumber: wrong.accountNumber },
        },
      ],
      [
        'accountNumber',
        {
          as: 'referer',
          path: 'referer.changeBankDetails',
          input: { ...wrong, accountName: 'Flyers', currentPassword: REFERER_PASSWORD },
        },
      ],
      [
        'accountNumber',
        {
          as: 'admin',
          path: 'admin.updateReferer',
          input: {
            ...wrong,
            id: referer.id,
            name: referer.name,
            contactEmail: referer.email,
            contactName: 'Secretary',
          },
        },
      ],
    ] as const
    for (const [field, call] of calls) {
      const answer = await shop.call({ type: 'mutation', ...call })
      expect([answer.statusCode, answer.json().error.json]).toMatchObject([
        400,
        {
          message: 'This account number does not go with this sort code. Please check both.',
          data: { code: 'BANK_ACCOUNT_INVALID', field },
        },
      ])
    }
    expect(await shop.shop.deps.db.refererApplication.count()).toBe(0)
    const after = await shop.shop.deps.db.referer.findUniqueOrThrow({ where: { id: referer.id } })
    expect(after.bankDetailsSealed).toBeNull()
    await shop.close()
  })
})

describe('refuseUnreviewedBank', () => {
  let shop: TestApp

  beforeAll(async () => {
    shop = await createTestApp()
  })

  afterAll(() => shop.close())

  const early = new Date('2026-11-01T00:00:00Z')

  const late = new Date('2026-11-02T00:00:00Z')

  it.each([
    ['was never made', null, null, false],
    ['waits for a review', late, null, true],
    ['was made after the last review', late, early, true],
    ['an admin made', late, late, false],
    ['was reviewed', early, late, false],
  ])('a change that %s', (_what, bankChangedAt, bankReviewedAt, isUnreviewed) => {
    expect(isBankUnreviewed({ bankChangedAt, bankReviewedAt })).toBe(isUnreviewed)
  })

  it('blocks marking a payout paid until the new bank details are reviewed', async () => {
    const { deps } = shop.shop
    const { id: refererId } = shop.people.referer
    await makeCommission(deps, {
      refererId,
      at: new Date('2026-08-10T09:00:00Z'),
      entries: [{ kind: 'earned', pence: 1_500 }],
    })
    await generatePayouts(deps, '2026-Q3')
    const [payout] = await listPayouts(deps, refererId)
    const pay = () =>
      shop.call({
        as: 'admin',
        path: 'admin.setPayoutStatus',
        type: 'mutation',
        input: { id: payout?.id, status: 'paid', paidAt: deps.clock.now().toISOString() },
      })
    const bank = {
      currentPassword: REFERER_PASSWORD,
      accountName: 'Meadow Flyers',
      sortCode: '12-34-56',
      accountNumber: '01234567',
    }
    await shop.call({ as: 'referer', path: 'referer.changeBankDetails', type: 'mutation', input: bank })

    const refused = await pay()
    expect([refused.statusCode, refused.json().error.json]).toMatchObject([
      409,
      {
        message: 'The bank details of this referer have changed. Please look at the change before paying.',
        data: { code: 'BANK_CHANGE_UNREVIEWED' },
      },
    ])
    expect(await deps.db.document.count()).toBe(0)

    const listed = await shop.call({ as: 'admin', path: 'admin.bankChanges', type: 'query' })
    const [change] = listed.json().result.data.json
    const input = { id: change.id, changedAt: change.changedAt }
    await shop.call({ as: 'admin', path: 'admin.reviewBankChange', type: 'mutation', input })
    expect((await pay()).json().result.data.json).toMatchObject({ status: 'paid', payoutAmount: '15.00' })

    const actors = await deps.db.auditEntry.findMany({
      where: { action: 'referer.bankChanged' },
      select: { actorKind: true, actorId: true },
    })
    expect(actors).toEqual([{ actorKind: 'referer', actorId: refererId }])
  })
})
