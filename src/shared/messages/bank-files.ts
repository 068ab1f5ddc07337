import type { BankLayout } from '#shared/commission/bank-layouts.ts'

/** The layouts of a bank file by name. */
export const LAYOUT_NAMES: Readonly<Record<BankLayout, string>> = {
  generic: 'Plain CSV, no bank’s own',
  coutts: 'Coutts Online, Faster Payments',
  bacsStandard18: 'Bacs Standard 18',
  paygate: 'Paygate',
}

/** Copy of bank files and of the bank's answer. */
export const bankFileMessages = {
  yourBank: 'Your bank',
  accountFailed: 'The account was not changed',
  statementFailed: 'The statement could not be read',
  returned: 'Payments Reopened',
  returnFailed: 'The payments were not reopened',
} as const
