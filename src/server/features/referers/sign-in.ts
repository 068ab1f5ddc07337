import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { checkSignIn, forgiveSignInTries } from '#server/features/accounts/check-sign-in.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import {
  type Browser,
  rememberBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { normaliseCode } from '#shared/commission/referral-code.ts'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import { lockReferer } from './lock-referer.ts'
import { presentLogin } from './present.ts'
import { REFERER_FIELDS } from './queries.ts'

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'signer' | 'log'>
type SignInInput = {
  referralCode: string
  password: string
  address: string
  userAgent: string
  browser?: Browser
}

/** What the portal is told, and until when the session lasts. */
export type OpenedPortal = { login: RefererLoginOutput; expiresAt: Date }

/**
 * Signs a referer in by code, in any letter case, and password. A wrong password, an unknown code and one whose
 * referer has ended get the same answer after the same work.
 */
export async function signIn(
  deps: SignInDeps,
  { referralCode, password, address, userAgent, browser = UNKNOWN_BROWSER }: SignInInput,
): Promise<OpenedPortal> {
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
    await forgiveSignInTries(deps, count)
    return enter(deps, referer, { userAgent, browser })
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findByCode>>>

function findByCode({ db }: Pick<Deps, 'db'>, referralCode: string) {
  return db.referer.findFirst({
    where: { referralCode, endedAt: null },
    select: { ...REFERER_FIELDS, passwordHash: true },
  })
}

async function enter(
  deps: SignInDeps,
  referer: Found,
  { userAgent, browser }: { userAgent: string; browser: Browser },
): Promise<OpenedPortal> {
  const { token, expiresAt } = await deps.db.$transaction(async (tx) => {
    const { id: refererId, passwordHash } = referer
    // A password changed since it was checked opens nothing: its change has ended every session, or will.
    if (!(await lockReferer(tx, { refererId, passwordHash }))) throw new ShopError('REFERER_LOGIN_FAILED')
    return openSession(tx, deps, { owner: { kind: 'referer', refererId }, userAgent })
  })
  rememberBrowser(deps, { kind: 'referer', ...referer }, browser)
  return { login: presentLogin(referer, token), expiresAt }
}
