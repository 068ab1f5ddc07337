import type { Deps } from '#server/deps.ts'

/**
 * Counts a guess at a second factor, of whatever kind and for whatever it is asked: a few in a quarter of an
 * hour, and few enough in a day that guessing stays hopeless (requirements §6).
 *
 * @throws ShopError RATE_LIMITED when none is left
 */
export async function countCodeTry({ limits }: Pick<Deps, 'limits'>, adminId: string): Promise<void> {
  await limits.consume('adminCode', keyOfTries(adminId))
  await limits.consume('adminCodeDay', keyOfTries(adminId))
}

/** A right code forgives the wrong ones before it. */
export async function forgiveCodeTries({ limits }: Pick<Deps, 'limits'>, adminId: string): Promise<void> {
  await limits.reset('adminCode', keyOfTries(adminId))
  await limits.reset('adminCodeDay', keyOfTries(adminId))
}

function keyOfTries(adminId: string): string {
  return `try:${adminId}`
}
