import { z } from 'zod'
import type { Deps } from '#server/deps.ts'

const bankDetails = z.object({
  bankName: z.string().nullable(),
  accountName: z.string().nullable(),
  /** Six digits and eight, as bank files want them; blank where nobody gave them. */
  sortCode: z.string(),
  accountNumber: z.string(),
})
export type BankDetails = z.output<typeof bankDetails>

/** The row that bank details belong to; sealed for one, they open for no other. */
export type BankRow = { kind: 'Referer' | 'RefererApplication'; id: string }

/** Bank details as three columns: sealed whole, and the endings that screens may show (requirements §3). */
export function sealBankDetails(deps: Pick<Deps, 'seal'>, row: BankRow, details: BankDetails) {
  const digits = { sortCode: onlyDigits(details.sortCode), accountNumber: onlyDigits(details.accountNumber) }
  return {
    bankDetailsSealed: deps.seal.seal(JSON.stringify({ ...details, ...digits }), bankRowOf(row)),
    bankSortCodeEnding: digits.sortCode.slice(-2),
    bankAccountEnding: digits.accountNumber.slice(-4),
  }
}

/** @throws when the bytes were sealed for another row, or with a key that is no longer configured. */
export function openBankDetails(deps: Pick<Deps, 'seal'>, row: BankRow, sealed: Uint8Array): BankDetails {
  return bankDetails.parse(JSON.parse(deps.seal.open(sealed, bankRowOf(row))))
}

/** What bank details are sealed for. */
export function bankRowOf({ kind, id }: BankRow): string {
  return `${kind}:${id}`
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '')
}
