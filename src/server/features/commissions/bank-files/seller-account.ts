import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { bankText, isBankAccount } from '#server/features/referers/bank-account.ts'
import { checkBankAccount } from '#server/features/referers/bank-details.ts'
import { columns } from '#server/infra/columns.ts'
import { type BankLayout, LAYOUT_NEEDS } from '#shared/commission/bank-layouts.ts'
import { isMasked } from '#shared/schemas/admin.ts'
import type { SellerAccountInput } from '#shared/schemas/payout-run.ts'
import { type PayingAccount, payingAccount } from './bank-order.ts'

/** The only row. */
const SELLER_ACCOUNT_ID = 'seller'

/** The context that seals the seller's account. */
export function sellerAccountRow(id: string): string {
  return `SellerAccount:${id}`
}

/** The layout of bank files and the account that pays; a plain CSV and null where nothing was set. */
export async function findSellerAccount(
  deps: Pick<Deps, 'seal'> & { db: Pick<Tx, 'sellerAccount'> },
): Promise<{ layout: BankLayout; account: PayingAccount | null }> {
  const row = await deps.db.sellerAccount.findUnique({
    where: { id: SELLER_ACCOUNT_ID },
    select: columns('id', 'layout', 'detailsSealed'),
  })
  if (!row) return { layout: 'generic', account: null }
  if (!row.detailsSealed) return { layout: row.layout, account: null }
  const plain = deps.seal.open(row.detailsSealed, sellerAccountRow(row.id))
  return { layout: row.layout, account: payingAccount.parse(JSON.parse(plain)) }
}

/**
 * Sets the layout of bank files and the account that they are paid from.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID, SELLER_ACCOUNT_MISSING where the layout wants more than was given
 */
export async function setSellerAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'seal'>,
  { layout, adminId, ...given }: SellerAccountInput & { adminId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const before = await findSellerAccount({ ...deps, db: tx })
    const account = mergeAccount(before.account, given)
    refuseMissing(layout, account)
    const id = SELLER_ACCOUNT_ID
    const data = {
      layout,
      detailsSealed: account && deps.seal.seal(JSON.stringify(account), sellerAccountRow(id)),
      bankSortCodeEnding: account?.sortCode.slice(-2) ?? null,
      bankAccountEnding: account?.accountNumber.slice(-4) ?? null,
      changedAt: deps.clock.now(),
      changedById: adminId,
    }
    await tx.sellerAccount.upsert({ where: { id }, create: { id, ...data }, update: data })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'sellerAccount.changed',
      subject: { kind: 'sellerAccount', id },
      details: {
        layout,
        isAccountChanged:
          before.account?.sortCode !== account?.sortCode ||
          before.account?.accountNumber !== account?.accountNumber,
        accountEnding: data.bankAccountEnding,
      },
    })
  })
}

/** @throws ShopError SELLER_ACCOUNT_MISSING where the layout needs an account, or a number for Bacs, and there is none */
export function refuseMissing(layout: BankLayout, account: PayingAccount | null): void {
  const needs = LAYOUT_NEEDS[layout]
  const isMissing =
    (needs.account && account === null) || (needs.serviceUserNumber && !account?.serviceUserNumber)
  if (isMissing) throw new ShopError('SELLER_ACCOUNT_MISSING')
}

type Given = Omit<SellerAccountInput, 'layout'>

function mergeAccount(before: PayingAccount | null, given: Given): PayingAccount | null {
  const account = {
    sortCode: digitsOf(given.sortCode, before?.sortCode),
    accountNumber: digitsOf(given.accountNumber, before?.accountNumber),
    accountName: given.accountName.trim(),
    serviceUserNumber: given.serviceUserNumber || null,
  }
  if (!account.sortCode && !account.accountNumber && !account.accountName) return null
  if (!isBankAccount(account)) throw new ShopError('BANK_ACCOUNT_INVALID', { field: 'accountNumber' })
  if (bankText(account.accountName) === '') throw new ShopError('SELLER_ACCOUNT_MISSING')
  checkBankAccount({ ...account, field: 'accountNumber' })
  return account
}

function digitsOf(given: string, before = ''): string {
  return isMasked(given) ? before : given.replace(/\D/g, '')
}
