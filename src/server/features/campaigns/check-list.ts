import type { Deps } from '#server/deps.ts'
import { sortAddresses } from '#shared/text/address-list.ts'
import { findRefusing } from './queries.ts'

export type CheckedList = { count: number; invalid: string[]; repeated: string[]; suppressed: string[] }

/** What sending to a list would mean, before it is sent: who gets it, and who does not and why. */
export async function checkList(deps: Pick<Deps, 'pool'>, lines: readonly string[]): Promise<CheckedList> {
  const { addresses, invalid, repeated } = sortAddresses(lines.filter((line) => line !== ''))
  const refusing = await findRefusing(deps, addresses)
  const suppressed = addresses.filter((address) => refusing.has(address.toLowerCase()))
  return { count: addresses.length - suppressed.length, invalid, repeated, suppressed }
}
