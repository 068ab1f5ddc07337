import { randomInt } from 'node:crypto'
import type { EmailProps } from '#emails/props.ts'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { adminCodeLength, adminCodeMinutes } from '#shared/limits.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { lockAdmin } from './admins.ts'
import { consumeSecondFactor } from './second-factors.ts'

type CodeMail = {
  email: string
  purpose: EmailProps<'admin-code'>['purpose']
  /** Of the challenge that the code answers. */
  tokenHash: string
}

/**
 * Step: mails a new six-digit code for a challenge. Returns the outbox id and the keyed hash for the challenge: a plain
 * hash of six digits could be reversed by trying them all.
 */
export async function mailCode(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config' | 'signer'>,
  { email, purpose, tokenHash }: CodeMail,
): Promise<{ codeHash: string; expiresAt: Date; outboxId: string | null }> {
  const code = String(randomInt(10 ** adminCodeLength)).padStart(adminCodeLength, '0')
  const expiresAt = addMinutes(deps.clock.now(), adminCodeMinutes)
  const outboxId = await queueMail(tx, deps, {
    template: 'admin-code',
    to: email,
    props: { code, purpose, expiresAt: expiresAt.toISOString() },
  })
  return { codeHash: deps.signer.sign(ADMIN_CODE, codeOf(tokenHash, code)), expiresAt, outboxId }
}

const ADMIN_CODE = 'admin code'

function codeOf(tokenHash: string, code: string): string {
  return `${tokenHash}:${code}`
}

type Code = {
  adminId: string
  /** Of the challenge that is answered. */
  tokenHash: string
  authCode: string
  method: CodeMethod
  /** The refusal while tries are left; a session stays signed in. */
  whenWrong: 'ADMIN_CODE_WRONG' | 'STEP_UP_CODE_WRONG'
  /** The refusal where the challenge has no tries left, is expired or used. */
  whenOver: 'ADMIN_CODE_EXPIRED' | 'STEP_UP_REQUIRED'
}

/**
 * Answers a challenge with a code of any kind. It consumes one try, and a right code is consumed with its challenge in
 * one transaction with the act it allows.
 *
 * @throws ShopError `whenWrong` while tries are left, `whenOver` after that
 */
export async function consumeCode<Done>(
  deps: Pick<Deps, 'db' | 'clock' | 'signer' | 'seal'>,
  { adminId, tokenHash, authCode, method, whenWrong, whenOver }: Code,
  act: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const challenge = await consumeTry(deps, tokenHash)
  if (!challenge) throw new ShopError(whenOver)
  const { codeHash, triesLeft } = challenge
  const refusal = () => new ShopError(triesLeft > 0 ? whenWrong : whenOver)
  const isMailedCode = () => deps.signer.verify(ADMIN_CODE, codeOf(tokenHash, authCode), codeHash)
  if (method === 'email' && !isMailedCode()) throw refusal()

  return deps.db.$transaction(async (tx) => {
    // The lock makes the second of two simultaneous right answers find the challenge used.
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError(whenOver)
    if (!(await consumeChallenge(tx, deps, { tokenHash, codeHash }))) throw new ShopError(whenOver)
    if (method !== 'email' && !(await consumeSecondFactor(tx, deps, { adminId, method, code: authCode })))
      throw refusal()
    return act(tx)
  })
}

/**
 * Consumes one try of a challenge before the code is checked, in a single statement: simultaneous guesses get no more
 * tries than there are. Null where none is left, or the challenge is expired, used or unknown.
 */
async function consumeTry({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokenHash: string) {
  const [challenge] = await db.adminChallenge.updateManyAndReturn({
    where: { tokenHash, usedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: clock.now() } },
    data: { triesLeft: { decrement: 1 } },
    select: { codeHash: true, triesLeft: true },
  })
  return challenge ?? null
}

/** Step: consumes the challenge of a right code. False where it is used, renewed or expired by now. */
async function consumeChallenge(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { tokenHash, codeHash }: { tokenHash: string; codeHash: string },
) {
  const now = deps.clock.now()
  const { count } = await tx.adminChallenge.updateMany({
    where: { tokenHash, codeHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  return count === 1
}

/** Step: deletes the challenges that expired before a moment. */
export async function deleteOldChallenges({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.adminChallenge.deleteMany({ where: { expiresAt: { lt: before } } })
}
