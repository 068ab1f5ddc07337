import type { Deps } from '#server/deps.ts'

/**
 * Who guesses at an admin's code: a browser that signed in before, or a session, has a count of its own; all others share
 * one, so that they cannot use up the tries of the admin (requirements §6).
 */
export type Guesser = { adminId: string; knownAs?: string | null }

/**
 * Counts a guess at a second factor, of whatever kind and for whatever it is asked: a few in a quarter of an
 * hour, and few enough in a day that guessing stays hopeless (requirements §6).
 *
 * @throws ShopError RATE_LIMITED when none is left
 */
export async function countCodeTry({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.consume('adminCode', `try:${countOf(guesser)}`)
  await limits.consume('adminCodeDay', `try:${countOf(guesser)}`)
}

/** A right code forgives the wrong ones before it. */
export async function forgiveCodeTries({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.reset('adminCode', `try:${countOf(guesser)}`)
  await limits.reset('adminCodeDay', `try:${countOf(guesser)}`)
}

/**
 * Counts a mail with a code.
 *
 * @throws ShopError RATE_LIMITED when none is left
 */
export async function countCodeMail({ limits }: Pick<Deps, 'limits'>, guesser: Guesser): Promise<void> {
  await limits.consume('adminCode', `mail:${countOf(guesser)}`)
}

function countOf({ adminId, knownAs }: Guesser): string {
  return knownAs ? `${adminId}:${knownAs}` : adminId
}
