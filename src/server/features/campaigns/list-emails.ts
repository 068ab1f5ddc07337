import type { EmailName, EmailProps } from '#emails/index.ts'
import type { Deps } from '#server/deps.ts'
import { siteOf } from '#server/features/mail/send-mail.ts'

/** What the requirement calls a mail, where its name in the outbox is another. */
const TITLES: Partial<Record<EmailName, string>> = {
  'purchase-confirmation': 'Payment confirmation',
  'application-approved': 'Referer welcome',
}

/** Every mail the shop can send, with the subject of its example (requirements §2). */
export async function listEmails(deps: Pick<Deps, 'config'>) {
  const { EMAILS } = await import('#emails/index.ts')
  return Object.keys(EMAILS)
    .filter((name): name is EmailName => name in EMAILS)
    .map((name) => entryOf(deps, name, EMAILS))
}

type Emails = typeof import('#emails/index.ts')['EMAILS']

function entryOf<N extends EmailName>(deps: Pick<Deps, 'config'>, name: N, emails: Emails) {
  return { name, title: titleOf(name), subject: emails[name].subject(exampleOf(deps, name, emails)) }
}

/** The example of a mail, as this shop would send it. */
export function exampleOf<N extends EmailName>(
  { config }: Pick<Deps, 'config'>,
  name: N,
  emails: Emails,
): EmailProps<N> {
  return { ...emails[name].preview, site: siteOf(config) }
}

/** "admin-code" is "Admin code". */
export function titleOf(name: EmailName): string {
  const words = name.replaceAll('-', ' ')
  return TITLES[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
