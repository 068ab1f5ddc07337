import { inWords } from '#client/lib/format.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import { addPence, formatPounds, type Pence, subtractPence } from '#shared/money/money.ts'
import type { Upgrade } from '#shared/pricing/upgrade.ts'

/** The button that adds the rest: for an owner of part of the collection it says what that gives (requirements §2.3). */
export function packageButton(remaining: Upgrade | null): string {
  if (remaining === null || remaining.isBundle) return cartMessages.addPackage
  return cartMessages.addRemaining(remaining.months)
}

/** What the upgrade prompt promises, computed from the prices; a code takes its percentage off that. */
export function upgradeWords(upgrade: Upgrade, subtotal: Pence, terms: CatalogTerms): string {
  const saving = formatPounds(upgrade.savingPence)
  const added = subtractPence(upgrade.addListPence, upgrade.savingPence)
  if (upgrade.isBundle) {
    const months = { bundle: terms.bundleMonths, single: terms.singleMonths }
    return cartMessages.upgrade(formatPounds(addPence(subtotal, added)), saving, months)
  }
  const count = upgrade.addVideoIds.length
  const others = count === 1 ? 'last film' : `other ${inWords(count)}`
  const completes = `Add the ${others} for ${formatPounds(added)} and the collection is complete`
  return upgrade.savingPence > 0 ? `${completes}: ${saving} comes off here.` : `${completes}.`
}
