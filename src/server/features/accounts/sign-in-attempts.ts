import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordOutcome } from '#server/features/audit/security-events.ts'
import { type Browser, recogniseBrowser, UNKNOWN_BROWSER } from './known-browsers.ts'
import type { SessionKind } from './queries.ts'

type Owner = { id: string; passwordHash: string }
type CheckDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'signer' | 'log'>

/** Which counter wrong passwords consume: that of the typed name, or that of a known browser. */
export type SignInCount = { kind: SessionKind; name: string; knownAs: string | null }

export type SignInTry<Account extends Owner> = {
  kind: SessionKind
  /** The key of the account: an email key or a referral code. */
  name: string
  /** Null where there is no such account. */
  account: Account | null
  password: string
  address: string
  browser?: Browser | undefined
  /** For a caller who is known by another proof than the browser, such as a mailed token. */
  knownAs?: string
  /** The security event of a success; null where the caller records another. */
  done: 'signIn.succeeded' | 'signIn.codeSent' | null
  refusal: 'INVALID_CREDENTIALS' | 'REFERER_LOGIN_FAILED' | 'ADMIN_LOGIN_FAILED' | 'ACCOUNT_PASSWORD_WRONG'
}

/**
 * Checks a password and calls `enter` if it is right. A missing account gets the same refusal after the same work. A
 * known browser has counters of its own, also by network address: a stranger uses none of its tries up.
 *
 * @throws ShopError `refusal`, RATE_LIMITED
 */
export async function checkSignIn<Account extends Owner, Result>(
  deps: CheckDeps,
  attempt: SignInTry<Account>,
  enter: (account: Account, count: SignInCount) => Promise<Result>,
): Promise<Result> {
  const { kind, name, account, address, done, refusal } = attempt
  const outcome = { done, failed: 'signIn.failed', locked: 'signIn.locked' } as const
  return recordOutcome(
    deps,
    { ...outcome, subject: { kind, id: account?.id ?? null }, address },
    async () => {
      const count = { kind, name, knownAs: account && knownAs(deps, account, attempt) }
      await deps.limits.consume('signInAddress', account && count.knownAs ? `${kind}:${account.id}` : address)
      await deps.limits.consume('signInAccount', keyOfCount(count))
      const isRight = await deps.passwords.verify(account?.passwordHash ?? null, attempt.password)
      if (!account || !isRight) throw new ShopError(refusal)
      return enter(account, count)
    },
  )
}

function knownAs<Account extends Owner>(
  deps: CheckDeps,
  { id, passwordHash }: Owner,
  { kind, browser = UNKNOWN_BROWSER, knownAs: given }: SignInTry<Account>,
) {
  return given ?? recogniseBrowser(deps, { kind, id, passwordHash }, browser)
}

/** A right password resets the count of wrong ones. */
export async function resetSignInTries(
  { limits }: Pick<Deps, 'limits'>,
  { kind, name, knownAs = null }: Omit<SignInCount, 'knownAs'> & Partial<SignInCount>,
): Promise<void> {
  await limits.reset('signInAccount', keyOfCount({ kind, name, knownAs }))
}

function keyOfCount({ kind, name, knownAs }: SignInCount): string {
  return `${kind}:${knownAs ?? name}`
}
