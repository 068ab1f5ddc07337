import type { Deps } from '#server/deps.ts'

/**
 * Whose tries a code consumes. A known browser or a session has a counter of its own; all other callers share one, so
 * that they cannot use up the admin's tries (requirements §6).
 */
export type Guesser = { adminId: string; knownAs?: string | null }

/**
 * Consumes a try at a second factor of any kind and purpose: a few in a quarter of an hour, and few enough in a day to
 * make guessing hopeless (requirements §6).
 *
 * @throws ShopError RATE_LIMITED when none is left
 */
export async function consumeCodeTry({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.consume('adminCode', `try:${keyOf(guesser)}`)
  await limits.consume('adminCodeDay', `try:${keyOf(guesser)}`)
}

/** A right code resets the count of wrong ones. */
export async function resetCodeTries({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.reset('adminCode', `try:${keyOf(guesser)}`)
  await limits.reset('adminCodeDay', `try:${keyOf(guesser)}`)
}

/**
 * Consumes a mail with a code.
 *
 * @throws ShopError RATE_LIMITED when none is left
 */
export async function consumeCodeMail({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.consume('adminCode', `mail:${keyOf(guesser)}`)
}

function keyOf({ adminId, knownAs }: Guesser): string {
  return knownAs ? `${adminId}:${knownAs}` : adminId
}
