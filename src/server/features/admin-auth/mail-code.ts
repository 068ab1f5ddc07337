import { randomInt } from 'node:crypto'
import type { EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { adminCodeLength, adminCodeMinutes } from '#shared/limits.ts'

type CodeMail = {
  email: string
  purpose: EmailProps<'admin-code'>['purpose']
  /** Of the challenge that the code answers. */
  tokenHash: string
}

/**
 * Step: mails six new digits for a challenge. Returns what the challenge keeps of them, a keyed hash (of six
 * digits, a plain one could be turned back by trying them all), and the outbox id.
 */
export async function mailCode(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config' | 'signer'>,
  { email, purpose, tokenHash }: CodeMail,
): Promise<{ codeHash: string; expiresAt: Date; outboxId: string | null }> {
  const code = String(randomInt(10 ** adminCodeLength)).padStart(adminCodeLength, '0')
  const expiresAt = addMinutes(deps.clock.now(), adminCodeMinutes)
  const outboxId = await queueMail(tx, deps, {
    template: 'admin-code',
    to: email,
    props: { code, purpose, expiresAt: expiresAt.toISOString() },
  })
  return { codeHash: deps.signer.sign(ADMIN_CODE, codeOf(tokenHash, code)), expiresAt, outboxId }
}

/** Whether these are the digits that `codeHash` was made of, for this very challenge. */
export function isCode(
  deps: Pick<Deps, 'signer'>,
  { tokenHash, authCode, codeHash }: { tokenHash: string; authCode: string; codeHash: string },
): boolean {
  return deps.signer.verify(ADMIN_CODE, codeOf(tokenHash, authCode), codeHash)
}

const ADMIN_CODE = 'admin code'

function codeOf(tokenHash: string, code: string): string {
  return `${tokenHash}:${code}`
}
