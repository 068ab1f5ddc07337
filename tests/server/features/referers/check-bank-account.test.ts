import { describe, expect, it } from 'vitest'
import { checkBankAccount } from '#server/features/referers/bank-details.ts'
import { createTestApp } from '#tests/support/app.ts'
import { REFERER_PASSWORD } from '#tests/support/factories/referer.ts'
import { application } from './applications.ts'

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

  it('reads pairs, and lets a sort code through that the table does not know', () => {
    expect(isRight('08-99-99', '66374959')).toBe(false)
    expect(isRight('08 99 99', '6637 4958')).toBe(true)
    expect(isRight('12-34-56', '01234567')).toBe(true)
  })
})

describe('wrong check digits are refused, with the field', () => {
  it('in the application, in the portal and in the back office', async () => {
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
          path: 'admin.updateClub',
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
