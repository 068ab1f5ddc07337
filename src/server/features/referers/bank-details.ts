import { isDeepStrictEqual } from 'node:util'
import { validateAccountDetails } from 'uk-modulus-check'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isMasked } from '#shared/schemas/admin.ts'
import { payableAccount } from './bank-account.ts'

const bankDetails = z.object({
  bankName: z.string().nullable(),
  accountName: z.string().nullable(),
  /** Six digits and eight, as bank files require; blank where none is given. */
  sortCode: z.string(),
  accountNumber: z.string(),
})
export type BankDetails = z.output<typeof bankDetails>

/** The row that sealed bank details are bound to. */
export type BankRow = { kind: 'Referer' | 'RefererApplication'; id: string }

/** Bank details as three columns: all of them sealed, and the endings that screens may show (requirements §3). */
export function sealBankDetails(deps: Pick<Deps, 'seal'>, row: BankRow, details: BankDetails) {
  const plain = inDigits(details)
  return {
    bankDetailsSealed: deps.seal.seal(JSON.stringify(plain), bankRowOf(row)),
    bankSortCodeEnding: plain.sortCode.slice(-2),
    bankAccountEnding: plain.accountNumber.slice(-4),
  }
}

/** The columns of a referer: beside those of the seal, whether a bank file can pay it. */
export function refererBankColumns(deps: Pick<Deps, 'seal'>, refererId: string, details: BankDetails) {
  return {
    ...sealBankDetails(deps, { kind: 'Referer', id: refererId }, details),
    hasWholeBank: payableAccount(inDigits(details)) !== null,
  }
}

function inDigits(details: BankDetails): BankDetails {
  const { sortCode, accountNumber } = details
  return { ...details, sortCode: onlyDigits(sortCode), accountNumber: onlyDigits(accountNumber) }
}

/** @throws when the bytes were sealed for another row, or with a key that is no longer configured. */
export function openBankDetails(deps: Pick<Deps, 'seal'>, row: BankRow, sealed: Uint8Array): BankDetails {
  return bankDetails.parse(JSON.parse(deps.seal.open(sealed, bankRowOf(row))))
}

/** The row as the seal names it. */
export function bankRowOf({ kind, id }: BankRow): string {
  return `${kind}:${id}`
}

type BankAccount = { sortCode: string; accountNumber: string; field: string }

/**
 * Refuses an account number whose check digits do not fit its sort code (Vocalink's modulus check, table 8.50 of the
 * package). Sort codes outside the table pass: many banks have no check. `field` names the form's field.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID
 */
export function checkBankAccount({ sortCode, accountNumber, field }: BankAccount): void {
  if (!validateAccountDetails(onlyDigits(sortCode), onlyDigits(accountNumber))) {
    throw new ShopError('BANK_ACCOUNT_INVALID', { field })
  }
}

type Given = { [field in keyof BankDetails]: string | null }

type BankColumns = {
  bankDetailsSealed: ReturnType<typeof sealBankDetails>['bankDetailsSealed'] | null
  bankSortCodeEnding: string | null
  bankAccountEnding: string | null
  hasWholeBank: boolean
}

const NO_BANK: BankDetails = { bankName: null, accountName: null, sortCode: '', accountNumber: '' }

/**
 * The columns for the bank details of a form: masked numbers stay as stored, blank ones are deleted. Null where nothing
 * changes.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID
 */
export function mergeBankDetails(
  deps: Pick<Deps, 'seal'>,
  referer: { id: string; sealed: Uint8Array | null },
  given: Given,
): BankColumns | null {
  const row = { kind: 'Referer', id: referer.id } as const
  const before = referer.sealed ? openBankDetails(deps, row, referer.sealed) : NO_BANK
  const after = {
    bankName: given.bankName,
    accountName: given.accountName,
    sortCode: numberOf(given.sortCode, before.sortCode),
    accountNumber: numberOf(given.accountNumber, before.accountNumber),
  }
  if (isDeepStrictEqual(before, after)) return null
  const isNumberNew = before.sortCode !== after.sortCode || before.accountNumber !== after.accountNumber
  if (isNumberNew && after.sortCode && after.accountNumber) {
    checkBankAccount({ ...after, field: 'accountNumber' })
  }
  if (isDeepStrictEqual(after, NO_BANK)) {
    return {
      bankDetailsSealed: null,
      bankSortCodeEnding: null,
      bankAccountEnding: null,
      hasWholeBank: false,
    }
  }
  const bank = refererBankColumns(deps, referer.id, after)
  return {
    ...bank,
    bankSortCodeEnding: bank.bankSortCodeEnding || null,
    bankAccountEnding: bank.bankAccountEnding || null,
  }
}

function numberOf(given: string | null, before: string): string {
  if (given === null) return ''
  return isMasked(given) ? before : onlyDigits(given)
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '')
}

type BankReview = { bankChangedAt: Date | null; bankReviewedAt: Date | null }

/** Whether the last change of bank details waits for an admin's review. */
export function isBankUnreviewed({ bankChangedAt, bankReviewedAt }: BankReview): boolean {
  return bankChangedAt !== null && (bankReviewedAt === null || bankReviewedAt < bankChangedAt)
}

/**
 * Refuses a payout to unreviewed bank details: a thief of a portal sign-in could otherwise be paid at once. The caller
 * has locked the referer.
 *
 * @throws ShopError BANK_CHANGE_UNREVIEWED
 */
export function refuseUnreviewedBank(referer: BankReview): void {
  if (isBankUnreviewed(referer)) throw new ShopError('BANK_CHANGE_UNREVIEWED')
}
