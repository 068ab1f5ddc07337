import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import {
  type Browser,
  recogniseBrowser,
  rememberBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { recordOutcome } from '#server/features/audit/record-security-event.ts'
import { normaliseCode } from '#shared/referral-code.ts'
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
export async function signIn(deps: SignInDeps, input: SignInInput): Promise<OpenedPortal> {
  const referer = await findByCode(deps, normaliseCode(input.referralCode))
  const outcome = {
    subject: { kind: 'referer' as const, id: referer?.id ?? null },
    address: input.address,
    done: 'signIn.succeeded' as const,
    failed: 'signIn.failed' as const,
    locked: 'signIn.locked' as const,
  }
  return recordOutcome(deps, outcome, () => enter(deps, referer, input))
}

type Found = Awaited<ReturnType<typeof findByCode>>

function findByCode({ db }: Pick<Deps, 'db'>, referralCode: string) {
  return db.referer.findFirst({
    where: { referralCode, endedAt: null },
    select: { ...REFERER_FIELDS, passwordHash: true },
  })
}

async function enter(
  deps: SignInDeps,
  referer: Found,
  { referralCode, password, address, userAgent, browser = UNKNOWN_BROWSER }: SignInInput,
): Promise<OpenedPortal> {
  const code = normaliseCode(referralCode)
  await deps.limits.consume('signInAddress', address)
  const account = referer && { kind: 'referer' as const, ...referer }
  const known = account && recogniseBrowser(deps, account, browser)
  const tries = `referer:${known ?? code}`
  await deps.limits.consume('signInAccount', tries)
  const isRight = await deps.passwords.verify(referer?.passwordHash ?? null, password)
  if (!account || !referer || !isRight) throw new ShopError('REFERER_LOGIN_FAILED')
  await deps.limits.reset('signInAccount', tries)

  const { token, expiresAt } = await deps.db.$transaction(async (tx) => {
    const { id: refererId, passwordHash } = referer
    // A password changed since it was checked opens nothing: its change has ended every session, or will.
    if (!(await lockReferer(tx, { refererId, passwordHash }))) throw new ShopError('REFERER_LOGIN_FAILED')
    return openSession(tx, deps, { owner: { kind: 'referer', refererId }, userAgent })
  })
  rememberBrowser(deps, account, browser)
  return { login: presentLogin(referer, token), expiresAt }
}
