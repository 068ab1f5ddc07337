import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from '#server/features/accounts/known-browsers.ts'
import { createSession } from '#server/features/accounts/sessions.ts'
import { checkSignIn, resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { normaliseCode } from '#shared/commission/referral-code.ts'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import { presentPortalReferer } from './present.ts'
import { PORTAL_FIELDS } from './queries.ts'
import { lockRefererWithPassword } from './referers.ts'

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'signer' | 'log'>
type SignInInput = {
  referralCode: string
  password: string
  address: string
  userAgent: string
  browser?: Browser
}

/** The answer to the portal, and the end of its session. */
export type PortalSignIn = { login: RefererLoginOutput; expiresAt: Date }

/**
 * Signs a referer in by code, in any letter case, and password. A wrong password, an unknown code and the code of an
 * ended referer get the same answer after the same work.
 */
export async function signIn(
  deps: SignInDeps,
  { referralCode, password, address, userAgent, browser = UNKNOWN_BROWSER }: SignInInput,
): Promise<PortalSignIn> {
  const name = normaliseCode(referralCode)
  const attempt = {
    kind: 'referer',
    name,
    account: await findByCode(deps, name),
    password,
    address,
    browser,
    done: 'signIn.succeeded',
    refusal: 'REFERER_LOGIN_FAILED',
  } as const
  return checkSignIn(deps, attempt, async (referer, count) => {
    await resetSignInTries(deps, count)
    return enter(deps, referer, { userAgent, browser })
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findByCode>>>

function findByCode({ db }: Pick<Deps, 'db'>, referralCode: string) {
  return db.referer.findFirst({
    where: { referralCode, endedAt: null },
    select: { ...PORTAL_FIELDS, passwordHash: true },
  })
}

async function enter(
  deps: SignInDeps,
  referer: Found,
  { userAgent, browser }: { userAgent: string; browser: Browser },
) {
  const { token, expiresAt } = await deps.db.$transaction(async (tx) => {
    const { id: refererId, passwordHash } = referer
    // Repeats the check in the write: a new password has revoked all sessions, or is about to.
    if (!(await lockRefererWithPassword(tx, { refererId, passwordHash })))
      throw new ShopError('REFERER_LOGIN_FAILED')
    return createSession(tx, deps, { owner: { kind: 'referer', refererId }, userAgent })
  })
  rememberBrowser(deps, { kind: 'referer', ...referer }, browser)
  return { login: { ...presentPortalReferer(referer), token }, expiresAt }
}
