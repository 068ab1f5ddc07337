import type { Deps } from '#server/deps.ts'
import { pendingVerificationMessages } from '#shared/messages/auth.ts'
import { askForLink } from './ask-for-link.ts'

/** Mails a fresh confirmation link. The answer is the same whether or not the address has an account. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'queue' | 'log'>,
  { email, address }: { email: string; address: string },
): Promise<{ success: true; message: string }> {
  await askForLink(deps, { kind: 'verifyEmail', email, address })
  return { success: true, message: pendingVerificationMessages.sent }
}
