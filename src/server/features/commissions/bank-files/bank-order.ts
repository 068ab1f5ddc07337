import { z } from 'zod'
import type { BankPayment } from './bank-file.ts'

/** The account that pays, and the number with which its owner sends files to Bacs. */
export const payingAccount = z.object({
  sortCode: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  serviceUserNumber: z.string().nullable(),
})
export type PayingAccount = z.output<typeof payingAccount>

export type BankOrder = {
  payments: readonly BankPayment[]
  /** Null only for a layout that needs none. */
  account: PayingAccount | null
  payOn: Date
  madeAt: Date
  quarter: string
  sequence: number
}

/** @throws where the layout needs the seller's account; it was checked before */
export function accountOf({ account }: Pick<BankOrder, 'account'>): PayingAccount {
  if (account === null) throw new Error('This bank file names the account that pays')
  return account
}
