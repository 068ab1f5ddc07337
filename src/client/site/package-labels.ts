import { inWords } from '#client/lib/format.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import { formatPounds, type Pence } from '#shared/money/money.ts'
import type { Upgrade } from '#shared/pricing/upgrade.ts'

/** The button that adds the rest: for an owner of part of the collection it says what that gives (requirements §2.3). */
export function packageButton(remaining: Upgrade | null): string {
  if (remaining === null || remaining.isBundle) return cartMessages.addPackage
  return cartMessages.addRemaining(remaining.months)
}

/** What the upgrade prompt promises, all with the code of the cart; `saving` is against one by one. */
export function upgradeWords(upgrade: Upgrade, saving: Pence, terms: CatalogTerms): string {
  if (upgrade.isBundle) {
    const months = { bundle: terms.bundleMonths, single: terms.singleMonths }
    return cartMessages.upgrade(formatPounds(upgrade.totalPence), formatPounds(saving), months)
  }
  const count = upgrade.addVideoIds.length
  const others = count === 1 ? 'last film' : `other ${inWords(count)}`
  const completes = `Add the ${others} for ${formatPounds(upgrade.extraPence)} and the collection is complete`
  return upgrade.savingPence > 0
    ? `${completes}: ${formatPounds(upgrade.savingPence)} comes off here.`
    : `${completes}.`
}
