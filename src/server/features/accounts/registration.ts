import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { enqueueAwaited } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { registerMessages } from '#shared/messages/auth.ts'
import type { RegisterInput, RegisterOutput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { refuseCommonPassword } from './passwords.ts'
import { vatNumberOf } from './students.ts'
import { mailVerification, sealWaiting } from './verification.ts'

type RegisterDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Creates a student's account, which cannot sign in until its address is verified. Of two simultaneous requests for one
 * name or address, the unique keys accept one.
 */
export async function registerStudent(deps: RegisterDeps, input: RegisterInput): Promise<RegisterOutput> {
  await refuseTaken(deps.db, input)
  await refuseCommonPassword(input.password)
  const passwordHash = await deps.passwords.hash(input.password)

  const { id, outboxId } = await deps.db.$transaction(async (tx) => {
    const student = newStudent(input, passwordHash, deps.clock.now())
    const { count } = await tx.student.createMany({ data: student, skipDuplicates: true })
    if (count === 0) {
      await refuseTaken(tx, input)
      throw new ShopError('CONFLICT')
    }
    return { id: student.id, outboxId: await mailVerification(tx, deps, { student }) }
  })
  await enqueueAwaited(deps, [outboxId])

  return {
    success: true,
    requiresVerification: true,
    message: registerMessages.checkYourEmail,
    user: null,
    token: null,
    waiting: sealWaiting(deps, id),
  }
}

async function refuseTaken(
  db: Pick<Tx, 'student'>,
  { email, username }: Pick<RegisterInput, 'email' | 'username'>,
) {
  const taken = await db.student.findMany({
    where: { OR: [{ emailKey: keyOf(email) }, { usernameKey: keyOf(username) }] },
    select: { emailKey: true },
  })
  if (taken.some(({ emailKey }) => emailKey === keyOf(email))) throw new ShopError('EMAIL_TAKEN')
  if (taken.length > 0) throw new ShopError('USERNAME_TAKEN')
}

function newStudent(input: RegisterInput, passwordHash: string, now: Date) {
  return {
    id: newId(now),
    username: input.username,
    usernameKey: keyOf(input.username),
    email: input.email,
    emailKey: keyOf(input.email),
    passwordHash,
    accountType: input.accountType,
    businessName: input.businessName,
    businessNumber: input.businessNumber,
    isVatRegistered: input.isVatRegistered,
    vatNumber: vatNumberOf(input),
    businessAddressLine1: input.businessAddressLine1,
    businessAddressLine2: input.businessAddressLine2,
    businessCity: input.businessCity,
    businessPostcode: input.businessPostcode,
    businessCountry: input.businessCountry,
    newsOptInAt: input.wantsNews ? now : null,
    cartVideoIds: input.cartVideoIds,
    createdAt: now,
    lastSeenAt: now,
  }
}
