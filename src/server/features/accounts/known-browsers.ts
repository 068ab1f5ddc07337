import type { Deps } from '#server/deps.ts'
import { newToken } from '#server/infra/ids.ts'
import { addDays } from '#shared/calendar/durations.ts'
import type { SessionKind } from './queries.ts'

/** The proof that a browser has signed in before, one for each kind of account. */
export type Browser = { proof: string | null; remember(proof: string): void }

/** A caller that stores nothing, such as a program. */
export const UNKNOWN_BROWSER: Browser = { proof: null, remember() {} }

type Account = { kind: SessionKind; id: string; passwordHash: string }

export const BROWSER_DAYS = 365
const PURPOSE = 'known-browser'

/**
 * The id of a browser that has signed in to this account before; else null. Its wrong tries count apart, so that a
 * stranger's guesses do not lock the owner out. A proof is no session, and ends with the password it was issued for.
 */
export function recogniseBrowser(
  { signer, clock }: Pick<Deps, 'signer' | 'clock'>,
  account: Account,
  { proof }: Pick<Browser, 'proof'>,
): string | null {
  const [id = '', until = '', signature = ''] = proof?.split('.') ?? []
  if (!signer.verify(PURPOSE, textOf(account, id, until), signature)) return null
  return Number(until) > clock.now().getTime() ? id : null
}

/** Issues the proof after a successful sign-in. The id is random and does not identify the person. */
export function rememberBrowser(
  { signer, clock }: Pick<Deps, 'signer' | 'clock'>,
  account: Account,
  browser: Browser,
): void {
  const id = newToken()
  const until = String(addDays(clock.now(), BROWSER_DAYS).getTime())
  browser.remember([id, until, signer.sign(PURPOSE, textOf(account, id, until))].join('.'))
}

function textOf({ kind, id: accountId, passwordHash }: Account, id: string, until: string): string {
  return [kind, accountId, passwordHash, id, until].join('\0')
}
