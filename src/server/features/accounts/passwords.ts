import type { EmailProps } from '#emails/props.ts'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { isCommonPassword } from '#server/infra/common-passwords.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './known-browsers.ts'
import { createSession, revokeSessions } from './sessions.ts'

/** The shop's own names, which are tried first there (ASVS 6.2.11). */
const SHOP_NAMES = new Set(['groundschool', 'groundschoolshop', 'groundschoolfilms', 'mygroundschool'])

/**
 * Refuses the passwords of leaked lists in any letter case (NIST SP 800-63B §3.1.1.2), blanks alone, one repeated
 * character, and a name of the shop with nothing but digits and signs around it.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  const isTrivial = password.trim() === '' || new Set(password).size === 1 || SHOP_NAMES.has(letters)
  if (isTrivial || (await isCommonPassword(password))) throw new ShopError('PASSWORD_TOO_COMMON')
}

/**
 * Checks the password of a signed-in person again, before an act that a stolen session must not allow. Its ten tries in
 * 15 minutes count apart from sign-in: strangers cannot use them up.
 *
 * @throws ShopError RATE_LIMITED, CURRENT_PASSWORD_WRONG, NOT_SIGNED_IN where `find` returns null
 */
export async function checkCurrentPassword<Person extends { passwordHash: string }>(
  deps: Pick<Deps, 'passwords' | 'limits'>,
  { id, password, find }: { id: string; password: string; find: () => Promise<Person | null> },
): Promise<Person> {
  const key = `again:${id}`
  await deps.limits.consume('signInAccount', key)
  const person = await find()
  if (!person) throw new ShopError('NOT_SIGNED_IN')
  if (!(await deps.passwords.verify(person.passwordHash, password))) {
    throw new ShopError('CURRENT_PASSWORD_WRONG')
  }
  await deps.limits.reset('signInAccount', key)
  return person
}

/** Checks the password of a signed-in student again. @throws ShopError as checkCurrentPassword */
export function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { studentId, password }: { studentId: string; password: string },
) {
  return checkCurrentPassword(deps, {
    id: studentId,
    password,
    find: () =>
      deps.db.student.findFirst({
        where: { id: studentId, erasedAt: null },
        select: { id: true, username: true, email: true, emailKey: true, passwordHash: true },
      }),
  })
}

type ChangeDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type ChangeInput = {
  studentId: string
  currentPassword: string
  password: string
  userAgent: string
  browser?: Browser
}

/**
 * Sets a new password for a student who knows the current one.
 *
 * @throws ShopError as checkPassword and replacePassword
 */
export async function changePassword(
  deps: ChangeDeps,
  { studentId, currentPassword, password, userAgent, browser }: ChangeInput,
): Promise<{ success: true; token: string }> {
  const known = await checkPassword(deps, { studentId, password: currentPassword })
  const { token } = await replacePassword(deps, {
    owner: { kind: 'student', studentId },
    mail: { to: known.email, props: { username: known.username } },
    password,
    userAgent,
    browser,
    async write(tx, passwordHash) {
      const { count } = await tx.student.updateMany({
        where: { id: studentId, passwordHash: known.passwordHash, erasedAt: null },
        data: { passwordHash },
      })
      return count === 0 ? null : true
    },
  })
  return { success: true, token }
}

type ReplaceDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

type Replacement<Row> = {
  owner: { kind: 'student'; studentId: string } | { kind: 'referer'; refererId: string }
  mail: { to: string; props: Pick<EmailProps<'password-changed'>, 'account' | 'username'> }
  password: string
  userAgent: string
  browser?: Browser | undefined
  /** Step: writes the hash while the checked password is still the current one; else returns null. */
  write(tx: Tx, passwordHash: string): Promise<Row | null>
}

/**
 * Sets a new password after the current one is checked, and mails the owner. All sessions and mailed tokens are
 * revoked, since a thief may have one; this browser gets a new session.
 *
 * @throws ShopError PASSWORD_TOO_COMMON; CURRENT_PASSWORD_WRONG where another change was first
 */
export async function replacePassword<Row>(
  deps: ReplaceDeps,
  { owner, mail, password, userAgent, browser = UNKNOWN_BROWSER, write }: Replacement<Row>,
): Promise<{ row: Row; token: string; expiresAt: Date }> {
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const { kind } = owner
  const person = kind === 'student' ? { studentId: owner.studentId } : { refererId: owner.refererId }
  const id = kind === 'student' ? owner.studentId : owner.refererId

  const { outboxId, ...replaced } = await deps.db.$transaction(async (tx) => {
    const row = await write(tx, passwordHash)
    // The second of two simultaneous changes no longer has the current password.
    if (row === null) throw new ShopError('CURRENT_PASSWORD_WRONG')
    await revokeSessions(tx, deps, person)
    const { token, expiresAt } = await createSession(tx, deps, { owner, userAgent })
    const outboxId = await queueMail(tx, deps, {
      template: 'password-changed',
      to: mail.to,
      props: { ...mail.props, how: 'changed', at: deps.clock.now().toISOString() },
    })
    return { row, token, expiresAt, outboxId }
  })
  await enqueueOutbox(deps, [outboxId])
  rememberBrowser(deps, { kind, id, passwordHash }, browser)
  return replaced
}
