import { validateAccountDetails } from 'uk-modulus-check'
import { ShopError } from '#server/errors.ts'

type BankAccount = { sortCode: string; accountNumber: string; field: string }

/**
 * Refuses an account number whose check digits do not fit its sort code, by Vocalink's modulus check (table of
 * version 8.50, inside the package). A sort code that is not in the table goes through: many banks check nothing.
 * `field` is the form's name for the box that gets the words.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID
 */
export function checkBankAccount({ sortCode, accountNumber, field }: BankAccount): void {
  const isRight = validateAccountDetails(sortCode.replace(/\D/g, ''), accountNumber.replace(/\D/g, ''))
  if (!isRight) throw new ShopError('BANK_ACCOUNT_INVALID', { field })
}
