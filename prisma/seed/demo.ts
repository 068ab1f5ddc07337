import type { Deps } from '#server/deps.ts'
import { refuseCommonPassword } from '#server/features/accounts/passwords.ts'
import { newId } from '#server/infra/ids.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'

/** The people of the demo. Their passwords are public on purpose: they exist in demo databases alone. */
export const DEMO_PEOPLE = {
  student: { username: 'sam', email: 'sam@example.com', password: 'straight-and-level' },
  referer: { code: 'HEDGEROW17', email: 'secretary@example.com', password: 'windsock-by-the-hedge' },
  admin: { email: 'instructor@example.com', password: 'downwind-checks-complete' },
} as const

type SeedDeps = Pick<Deps, 'db' | 'clock' | 'passwords'>

/** A student, a referer with a code and, where there is none yet, an admin; each once. */
export async function seedDemoPeople(deps: SeedDeps): Promise<void> {
  await seedStudent(deps)
  await seedReferer(deps)
  await seedAdmin(deps, DEMO_PEOPLE.admin)
}

async function seedStudent({ db, clock, passwords }: SeedDeps): Promise<void> {
  const { username, email, password } = DEMO_PEOPLE.student
  const exists = await db.student.findUnique({ where: { emailKey: email }, select: { id: true } })
  if (exists) return
  const now = clock.now()
  await db.student.createMany({
    data: {
      id: newId(now),
      username,
      usernameKey: username,
      email,
      emailKey: email,
      passwordHash: await passwords.hash(password),
      verifiedAt: now,
      createdAt: now,
      lastSeenAt: now,
    },
    skipDuplicates: true,
  })
}

async function seedReferer({ db, clock, passwords }: SeedDeps): Promise<void> {
  const { code, email, password } = DEMO_PEOPLE.referer
  const exists = await db.referer.findUnique({ where: { referralCode: code }, select: { id: true } })
  if (exists) return
  const now = clock.now()
  await db.referer.createMany({
    data: {
      id: newId(now),
      name: 'Hedgerow Flying Club',
      contactEmail: email,
      contactEmailKey: email,
      contactName: 'Jo Secretary',
      referralCode: code,
      passwordHash: await passwords.hash(password),
      discountBps: percentToBasisPoints(defaultReferralDiscountPercent),
      commissionBps: percentToBasisPoints(defaultCommissionPercent),
      createdAt: now,
    },
    skipDuplicates: true,
  })
}

/**
 * The first admin, where there is none yet.
 *
 * @throws ShopError PASSWORD_TOO_COMMON
 */
export async function seedAdmin(
  deps: SeedDeps,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { db, clock, passwords } = deps
  if ((await db.admin.count()) > 0) return
  await refuseCommonPassword(password)
  const now = clock.now()
  await db.admin.createMany({
    data: {
      id: newId(now),
      email,
      emailKey: email.toLowerCase(),
      passwordHash: await passwords.hash(password),
      createdAt: now,
    },
    skipDuplicates: true,
  })
}

/** The admin who has been there longest, and whether the demo's password is theirs; null where no one may sign in. */
export async function findFirstAdmin({
  db,
  passwords,
}: Pick<Deps, 'db' | 'passwords'>): Promise<{ email: string; hasDemoPassword: boolean } | null> {
  const admin = await db.admin.findFirst({
    where: { disabledAt: null },
    orderBy: { createdAt: 'asc' },
    select: { email: true, passwordHash: true },
  })
  if (!admin) return null
  const hasDemoPassword = await passwords.verify(admin.passwordHash, DEMO_PEOPLE.admin.password)
  return { email: admin.email, hasDemoPassword }
}
