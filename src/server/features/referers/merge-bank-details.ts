import type { Deps } from '#server/deps.ts'
import { isMasked } from '#shared/schemas/admin.ts'
import { checkBankAccount } from './check-bank-account.ts'
import { type BankDetails, openBankDetails, sealBankDetails } from './seal-bank-details.ts'

type Given = {
  bankName: string | null
  accountName: string | null
  sortCode: string | null
  accountNumber: string | null
}

type BankColumns = {
  bankDetailsSealed: ReturnType<typeof sealBankDetails>['bankDetailsSealed'] | null
  bankSortCodeEnding: string | null
  bankAccountEnding: string | null
}

const NOTHING: BankDetails = { bankName: null, accountName: null, sortCode: '', accountNumber: '' }

/**
 * The columns for bank details as a form gives them, over those that are there: masked numbers stay, blank ones go.
 * Null where nothing changes.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID
 */
export function mergeBankDetails(
  deps: Pick<Deps, 'seal'>,
  referer: { id: string; sealed: Uint8Array | null },
  given: Given,
): BankColumns | null {
  const row = { kind: 'Referer', id: referer.id } as const
  const before = referer.sealed ? openBankDetails(deps, row, referer.sealed) : NOTHING
  const after = {
    bankName: given.bankName,
    accountName: given.accountName,
    sortCode: numberOf(given.sortCode, before.sortCode),
    accountNumber: numberOf(given.accountNumber, before.accountNumber),
  }
  if (isSame(before, after)) return null
  const isNumberNew = before.sortCode !== after.sortCode || before.accountNumber !== after.accountNumber
  if (isNumberNew && after.sortCode && after.accountNumber) {
    checkBankAccount({ ...after, field: 'accountNumber' })
  }
  if (isSame(after, NOTHING)) {
    return { bankDetailsSealed: null, bankSortCodeEnding: null, bankAccountEnding: null }
  }
  const sealed = sealBankDetails(deps, row, after)
  return {
    bankDetailsSealed: sealed.bankDetailsSealed,
    bankSortCodeEnding: sealed.bankSortCodeEnding || null,
    bankAccountEnding: sealed.bankAccountEnding || null,
  }
}

function numberOf(given: string | null, before: string): string {
  if (given === null) return ''
  return isMasked(given) ? before : given.replace(/\D/g, '')
}

function isSame(a: BankDetails, b: BankDetails): boolean {
  return (
    a.bankName === b.bankName &&
    a.accountName === b.accountName &&
    a.sortCode === b.sortCode &&
    a.accountNumber === b.accountNumber
  )
}
