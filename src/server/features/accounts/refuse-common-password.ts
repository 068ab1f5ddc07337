import { ShopError } from '#server/errors.ts'
import { isCommonPassword } from '#server/infra/common-passwords.ts'

/**
 * Refuses the passwords that leaked lists share, whatever their case (NIST SP 800-63B §3.1.1.2), blanks alone, and one
 * character over and over.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const isTrivial = password.trim() === '' || new Set(password).size === 1
  if (isTrivial || (await isCommonPassword(password))) throw new ShopError('PASSWORD_TOO_COMMON')
}
