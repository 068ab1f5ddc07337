import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { hashRecoveryCode } from '#server/infra/recovery-codes.ts'
import { findTotpStep } from '#server/infra/totp.ts'
import { authenticatorRow } from './begin-authenticator.ts'

type SecondWay = { adminId: string; method: 'app' | 'recovery'; code: string }

/**
 * Step: uses up a code of the authenticator app or a recovery code; false when it is wrong or was used before.
 * An app's code is good once and ends those before it (RFC 6238 §5.2).
 */
export function spendSecondWay(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal'>,
  { method, ...way }: SecondWay,
): Promise<boolean> {
  return method === 'app' ? spendAppCode(tx, deps, way) : spendRecoveryCode(tx, deps, way)
}

type Way = { adminId: string; code: string }

async function spendAppCode(
  tx: Prisma.TransactionClient,
  { clock, seal }: Pick<Deps, 'clock' | 'seal'>,
  { adminId, code }: Way,
): Promise<boolean> {
  const admin = await tx.admin.findUnique({ where: { id: adminId }, select: { totpSealed: true } })
  if (!admin?.totpSealed) return false
  const secret = seal.open(admin.totpSealed, authenticatorRow(adminId))
  const step = findTotpStep({ secret, code, now: clock.now() })
  if (step === null) return false
  const { count } = await tx.admin.updateMany({
    where: { id: adminId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  })
  return count === 1
}

async function spendRecoveryCode(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { adminId, code }: Way,
): Promise<boolean> {
  const { count } = await tx.adminRecoveryCode.updateMany({
    where: { adminId, codeHash: hashRecoveryCode({ adminId, code }), usedAt: null },
    data: { usedAt: clock.now() },
  })
  return count === 1
}
