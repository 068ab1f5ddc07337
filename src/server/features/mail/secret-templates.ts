import type { EmailName } from '#emails/index.ts'

/** Mails that carry a link or code which lets somebody in: their props are sealed at rest and wiped once sent. */
export const SECRET_TEMPLATES: ReadonlySet<EmailName> = new Set<EmailName>([
  'verify-email',
  'password-reset',
  'admin-code',
])
