import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'

/**
 * Returns a stored bank file unchanged and records who downloaded it, because it holds bank details.
 *
 * @throws ShopError NOT_FOUND; an error where it is sealed for another row or with an unknown key, or was changed
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
    const content = deps.seal.open(file.contentSealed, bankFileRow(id))
    if (sha256Of(content) !== file.sha256) throw new Error(`Bank file ${id} is not what was made`)
    return { name: file.name, content }
  })
}

/** A bank file as it is stored: sealed for its row, with its digest. */
export function sealBankFile(deps: Pick<Deps, 'seal'>, id: string, content: string) {
  return { contentSealed: deps.seal.seal(content, bankFileRow(id)), sha256: sha256Of(content) }
}

function sha256Of(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The context that seals a bank file. */
export function bankFileRow(id: string): string {
  return `BankFile:${id}`
}
