import { afterEach, describe, expect, it } from 'vitest'
import { createBulkMailer } from '#server/infra/bulk-mailer.ts'
import { createMailer } from '#server/infra/mailer.ts'
import { TEST_CERTIFICATE } from '#tests/support/tls-certificate.ts'
import { startTlsMailServer, type TlsMailServer } from '#tests/support/tls-mail-server.ts'

const from = 'shop@example.com'
const to = 'sam@example.com'
const TRUSTED = `?tls.ca=${encodeURIComponent(TEST_CERTIFICATE)}`

let server: TlsMailServer
afterEach(() => server.close())

type Address = { scheme?: string; query?: string; requireTls?: boolean }

function settings({ scheme = 'smtp', query = TRUSTED, requireTls = true }: Address) {
  return { smtpUrl: `${scheme}://shop:secret@127.0.0.1:${server.port}/${query}`, requireTls, from }
}

/** Both ways out of the shop; each says what hindered it, null where the mail went. */
const SENDERS = {
  async 'a single mail'(address: Address): Promise<string | null> {
    const mailer = createMailer(settings(address))
    const mail = {
      messageId: '<1@example.com>',
      date: new Date(0),
      to,
      subject: 'Hi',
      html: 'Hi',
      text: 'Hi',
    }
    const failure = await mailer.send(mail).then(
      () => null,
      (error: unknown) => String(error),
    )
    await mailer.close()
    return failure
  },
  async 'a mail of a campaign'(address: Address): Promise<string | null> {
    const mailer = createBulkMailer(settings(address))
    const delivery = await mailer.deliver({ to, content: Buffer.from('Subject: Hi\r\n\r\nHi\r\n') })
    mailer.close()
    if (delivery.kind !== 'sent') expect(delivery.kind).toBe('temporary')
    return delivery.kind === 'sent' ? null : delivery.error
  },
} as const

const SECRETS = ['AUTH', 'MAIL', 'RCPT', 'DATA']

describe.each(Object.entries(SENDERS))('%s, where TLS is required', (_, send) => {
  it('goes over STARTTLS, and its sign-in too', async () => {
    server = await startTlsMailServer('starttls')
    expect(await send({})).toBeNull()
    expect(server.seen.plain).toEqual(['EHLO', 'STARTTLS'])
    expect(server.seen.tls).toEqual(expect.arrayContaining(SECRETS))
  })

  it('goes over TLS from the first byte', async () => {
    server = await startTlsMailServer('implicit')
    expect(await send({ scheme: 'smtps' })).toBeNull()
    expect(server.seen.tls).toEqual(expect.arrayContaining(SECRETS))
  })

  it.each(['stripping', 'old'] as const)(
    'waits where STARTTLS was removed (%s), without a secret',
    async (manner) => {
      server = await startTlsMailServer(manner)
      expect(await send({})).toMatch(/STARTTLS/)
      expect(server.seen.plain).not.toEqual(expect.arrayContaining(['AUTH']))
      expect(server.seen.plain).not.toEqual(expect.arrayContaining(['MAIL']))
    },
  )

  it('reads nothing as said over TLS that was put behind the answer to STARTTLS', async () => {
    server = await startTlsMailServer('injecting')
    expect(await send({})).toMatch(/554/)
    expect(server.seen.plain).toEqual(['EHLO', 'STARTTLS'])
    expect(server.seen.tls.filter((command) => SECRETS.includes(command))).toEqual([])
  })

  it.each(['', '?tls.rejectUnauthorized=false', '?ignoreTLS=true&requireTLS=false&opportunisticTLS=true'])(
    'waits where the certificate is not trusted, whatever the address says (%s)',
    async (query) => {
      server = await startTlsMailServer('starttls')
      expect(await send({ query })).toMatch(/certificate/)
      expect(server.seen).toEqual({ plain: ['EHLO', 'STARTTLS'], tls: [] })
    },
  )
})

it.each(Object.values(SENDERS))('goes in clear text where that was said plainly', async (send) => {
  server = await startTlsMailServer('stripping')
  expect(await send({ requireTls: false })).toBeNull()
  expect(server.seen.plain).toEqual(expect.arrayContaining(SECRETS))
})
