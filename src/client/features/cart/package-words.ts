import { cartMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money.ts'
import type { Upgrade } from '#shared/upgrade.ts'
import { inWords } from '../../lib/format.ts'

/** The button that adds the rest: for somebody who owns part of the collection it says what that gives (requirements §2.3). */
export function packageButton(remaining: Upgrade | null): string {
  if (remaining === null || remaining.isBundle) return cartMessages.addPackage
  return cartMessages.addRemaining(remaining.months)
}

/** What the upgrade prompt promises, computed from the prices. */
export function upgradeWords(upgrade: Upgrade): string {
  const saving = formatPounds(upgrade.savingPence)
  if (upgrade.isBundle) return cartMessages.upgrade(formatPounds(upgrade.totalPence), saving)
  const others =
    upgrade.addVideoIds.length === 1 ? 'last film' : `other ${inWords(upgrade.addVideoIds.length)}`
  const completes = `Add the ${others} for ${formatPounds(upgrade.extraPence)} more and the collection is complete`
  return upgrade.savingPence > 0 ? `${completes}: ${saving} comes off here.` : `${completes}.`
}
