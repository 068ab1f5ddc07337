import { describe, expect, it } from 'vitest'
import { openBankDetails, sealBankDetails } from '#server/features/referers/bank-details.ts'
import { createSeal } from '#server/infra/seal.ts'

const deps = { seal: createSeal(['a data key of these tests 0123456789']) }
const details = { bankName: null, accountName: 'Hedge Club', sortCode: '12-34-56', accountNumber: '00123456' }
const row = { kind: 'Referer', id: 'r1' } as const

describe('sealed bank details', () => {
  it('open for their row, numbers as bare digits', () => {
    const sealed = sealBankDetails(deps, row, details)
    expect(sealed).toMatchObject({ bankSortCodeEnding: '56', bankAccountEnding: '3456' })
    expect(openBankDetails(deps, row, sealed.bankDetailsSealed)).toEqual({ ...details, sortCode: '123456' })
  })

  it('show nothing of the numbers, and open for no other row', () => {
    const { bankDetailsSealed } = sealBankDetails(deps, row, details)
    expect(Buffer.from(bankDetailsSealed).includes('00123456')).toBe(false)
    expect(() => openBankDetails(deps, { kind: 'Referer', id: 'r2' }, bankDetailsSealed)).toThrow()
    expect(() => openBankDetails(deps, { kind: 'RefererApplication', id: 'r1' }, bankDetailsSealed)).toThrow()
  })
})
