import type { Deps } from '#server/deps.ts'
import { forgotPasswordMessages } from '#shared/messages/password-reset.ts'
import { askForLink } from './ask-for-link.ts'

/**
 * Mails a link that sets a new password. The answer is the same whether or not the address has an account,
 * and never holds the link: whoever asked would have the account.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'queue' | 'log'>,
  { email, type, address }: { email: string; type: 'user' | 'referer'; address: string },
): Promise<{ success: true; message: string }> {
  await askForLink(deps, { kind: type === 'referer' ? 'resetReferer' : 'resetStudent', email, address })
  return { success: true, message: forgotPasswordMessages.sent }
}
