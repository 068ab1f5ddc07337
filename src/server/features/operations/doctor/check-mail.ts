import { createPublicKey } from 'node:crypto'
import { addressOf } from '#server/config/values.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding.ts'

/** What is asked of DNS; `node:dns/promises` is one. */
export type TextResolver = { resolveTxt(name: string): Promise<string[][]> }

/** Whether the mail server takes a connection with TLS and login, and DNS says that it may send for the shop's domain. */
export async function checkMail(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  resolver: TextResolver,
): Promise<Finding[]> {
  if (config.mail.smtpUrl === null)
    return [warning('mail server', 'Mail stays in the demo mailbox', 'Set SMTP_URL to reach anyone.')]
  const [server, ...domain] = await Promise.all([
    checkServer(mailer, config.mail.requireTls),
    ...checksOfDomain(config.mail, resolver),
  ])
  return [server, ...domain]
}

async function checkServer(mailer: Deps['mailer'], requireTls: boolean): Promise<Finding> {
  try {
    await mailer.verify()
  } catch (error) {
    const remedy =
      'Check the host, port, user and password of SMTP_URL, and that the server offers TLS with a valid certificate.'
    return bad('mail server', `It refuses the shop: ${reasonOf(error)}`, remedy)
  }
  return requireTls
    ? good('mail server', 'It takes mail over TLS')
    : warning('mail server', 'It takes mail, perhaps without TLS', 'Unset SMTP_ALLOW_PLAINTEXT.')
}

function checksOfDomain({ from, dkim }: Config['mail'], resolver: TextResolver): Promise<Finding>[] {
  const domain = addressOf(from).split('@')[1] ?? ''
  return [
    checkRecord(resolver, domain, {
      check: 'SPF',
      begins: 'v=spf1',
      remedy: `Add a TXT record at ${domain} that your mail provider gives you, such as: v=spf1 include:… -all`,
    }),
    checkRecord(resolver, `_dmarc.${domain}`, {
      check: 'DMARC',
      begins: 'v=DMARC1',
      remedy: `Add a TXT record at _dmarc.${domain}, such as: v=DMARC1; p=quarantine; rua=mailto:…`,
    }),
    dkim === null
      ? Promise.resolve(
          warning(
            'DKIM',
            'The shop signs no mail',
            'Set DKIM_*, unless your mail provider signs with your domain.',
          ),
        )
      : checkDkim(resolver, dkim),
  ]
}

type Wanted = { check: string; begins: string; remedy: string }

async function checkRecord(
  resolver: TextResolver,
  name: string,
  { check, begins, remedy }: Wanted,
): Promise<Finding> {
  const records = await readTexts(resolver, name)
  if (records === 'unreachable')
    return warning(check, 'DNS does not answer', 'Check that this machine may ask DNS.')
  const found = records.filter((text) => text.startsWith(begins))
  if (found.length > 1)
    return bad(check, `${name} has ${found.length} records; receivers ignore them all`, 'Keep one.')
  return found[0] === undefined ? bad(check, `${name} has no record`, remedy) : good(check, found[0])
}

async function checkDkim(
  resolver: TextResolver,
  { domain, selector, privateKey }: NonNullable<Config['mail']['dkim']>,
): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const remedy = `Add a TXT record at ${name}: v=DKIM1; k=rsa; p=${key}`
  const records = await readTexts(resolver, name)
  if (records === 'unreachable')
    return warning('DKIM', 'DNS does not answer', 'Check that this machine may ask DNS.')
  const published = records.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  if (published.includes(key)) return good('DKIM', `${name} has the key that mail is signed with`)
  return bad('DKIM', published.length > 0 ? `${name} has another key` : `${name} has no record`, remedy)
}

/** A name without records is an answer; a server that does not answer is none. */
async function readTexts(resolver: TextResolver, name: string): Promise<string[] | 'unreachable'> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : 'unreachable'
  }
}
