import { ShopError } from '#server/errors.ts'

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Refuses the 49,233 passwords that leaked lists share, whatever their case (NIST SP 800-63B §3.1.1.2), blanks alone,
 * and one character over and over.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (password.trim() === '' || new Set(password).size === 1) throw new ShopError('PASSWORD_TOO_COMMON')
  known ??= loadCommonPasswords()
  if ((await known).has(password.toLowerCase())) throw new ShopError('PASSWORD_TOO_COMMON')
}

/** The list is large, so it is read when the first password is set and not when the shop starts. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
