import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { hashRecoveryCode, newRecoveryCode } from '#server/infra/recovery-codes.ts'
import { recoveryCodeCount } from '#shared/limits.ts'

/** Step: gives an admin new recovery codes in place of all older ones, used or not. Only their hashes are kept. */
export async function replaceRecoveryCodes(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  adminId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.adminRecoveryCode.deleteMany({ where: { adminId } })
  await tx.adminRecoveryCode.createMany({
    data: codes.map((code) => ({
      id: newId(deps.clock.now()),
      adminId,
      codeHash: hashRecoveryCode({ adminId, code }),
    })),
  })
  return codes
}
