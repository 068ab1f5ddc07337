import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { openBankFile } from './seal-bank-file.ts'

/**
 * Gives a bank file again, byte for byte as it was made, and keeps who asked for it: it holds bank details.
 *
 * @throws ShopError NOT_FOUND
 */
export async function downloadBankFile(
  deps: Pick<Deps, 'db' | 'clock' | 'seal'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ name: string; content: string }> {
  return deps.db.$transaction(async (tx) => {
    const file = await tx.bankFile.findUnique({
      where: { id },
      select: { id: true, name: true, contentSealed: true, sha256: true },
    })
    if (!file) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'bankFile.downloaded',
      subject: { kind: 'bankFile', id },
      details: { file: file.name },
    })
    return { name: file.name, content: openBankFile(deps, file) }
  })
}
