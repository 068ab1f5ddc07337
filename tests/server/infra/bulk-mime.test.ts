import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { type BulkMessage, prepareBulk } from '#server/infra/bulk-mime.ts'
import { createDkimSigner } from '#server/infra/dkim.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const slot = 'T'.repeat(43)
const date = new Date('2026-11-21T10:42:00.000Z')
const long = 'A sentence that goes on  and on, with two  spaces, é and Ł. '.repeat(20)

function message(overrides: Partial<BulkMessage> = {}): BulkMessage {
  const url = `https://shop.example.com/api/unsubscribe/${slot}`
  return {
    from: '"Crosswind Films Ltd" <shop@example.com>',
    replyTo: 'instructor@example.com',
    subject: 'News of November',
    html: `<p>${long}</p><p><a href="${url}">Unsubscribe</a></p>`,
    text: `${long}\n\n.\nline with space \n${url}\n`,
    tokenSlot: slot,
    unsubscribeUrl: url,
    listId: '<news.shop.example.com>',
    ...overrides,
  }
}

const reader = {
  to: 'sam@example.com',
  messageId: '<row-1@shop.example.com>',
  token: 'tok-en_'.padEnd(43, 'x'),
}

/** RFC 6376, read and written here a second time. */
function verifyDkim(raw: string): { isBodyRight: boolean; isSignatureRight: boolean; signed: string[] } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = `${rest
    .join('\r\n\r\n')
    .split('\r\n')
    .map((line) => line.replace(/[\t ]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)+$/, '')}\r\n`
  const fields = head.split(/\r\n(?![\t ])/).map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1)] as const
  })
  const relaxed = (name: string, value: string) =>
    `${name}:${value
      .replace(/\r\n/g, '')
      .replace(/[\t ]+/g, ' ')
      .trim()}`
  const value = fields.find(([name]) => name === 'dkim-signature')?.[1] ?? ''
  const tags = new Map(
    value.split(';').map((tag) => {
      const [name = '', ...content] = tag.trim().split('=')
      return [name, content.join('=').replace(/\s/g, '')]
    }),
  )
  const signed = (tags.get('h') ?? '').split(':')
  const text = signed.map((name) => relaxed(name, fields.find(([field]) => field === name)?.[1] ?? 'missing'))
  const bare = relaxed('dkim-signature', value.replace(/(\bb=)[\s\S]*$/, '$1'))
  return {
    isBodyRight: createHash('sha256').update(body).digest('base64') === tags.get('bh'),
    isSignatureRight: verify(
      'sha256',
      Buffer.from([...text, bare].join('\r\n')),
      createPublicKey(publicKey),
      Buffer.from(tags.get('b') ?? '', 'base64'),
    ),
    signed,
  }
}

describe('a mail of a campaign', () => {
  it('reads as it was written, with the reader’s own token in every place', async () => {
    const raw = await prepareBulk(message())(reader, date)
    const mail = await PostalMime.parse(raw)
    const url = `https://shop.example.com/api/unsubscribe/${reader.token}`
    expect(mail).toMatchObject({
      from: { name: 'Crosswind Films Ltd', address: 'shop@example.com' },
      to: [{ address: 'sam@example.com' }],
      replyTo: [{ address: 'instructor@example.com' }],
      subject: 'News of November',
      messageId: '<row-1@shop.example.com>',
      date: '2026-11-21T10:42:00.000Z',
    })
    expect(mail.html?.trim()).toBe(`<p>${long}</p><p><a href="${url}">Unsubscribe</a></p>`)
    expect(mail.text?.trimEnd()).toBe(`${long}\n\n.\nline with space \n${url}`)
    expect(raw.toString()).not.toContain(slot)
  })

  it('has both headers of RFC 8058, each on one line, and no line that is too long', async () => {
    const lines = (await prepareBulk(message())(reader, date)).toString().split('\r\n')
    expect(lines).toContain(`List-Unsubscribe: <https://shop.example.com/api/unsubscribe/${reader.token}>`)
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(lines).toContain('List-Id: <news.shop.example.com>')
    const others = lines.filter((line) => !line.startsWith('List-Unsubscribe'))
    expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(lines.join('')).not.toMatch(/[\r\n]/)
  })

  it('writes names and subjects outside ASCII, and lets nothing begin another header', async () => {
    const odd = message({
      subject: 'Łukasz\r\nBcc: thief@example.com',
      from: '"Łukasz Ő" <shop@example.com>',
    })
    const mail = await PostalMime.parse(
      await prepareBulk(odd)({ ...reader, to: 'sam@example.com>\r\nBcc: thief@example.com' }, date),
    )
    expect(mail.from?.name).toBe('Łukasz Ő')
    expect(mail.subject).toContain('Łukasz')
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  })

  it('is signed with both unsubscribe headers in the signature, each mail by itself', async () => {
    const sign = createDkimSigner({ domain: 'example.com', selector: 'shop', privateKey })
    const compose = prepareBulk(message(), sign)
    for (const token of [reader.token, 'another-token'.padEnd(43, 'y')]) {
      const raw = (await compose({ ...reader, token }, date)).toString()
      const result = verifyDkim(raw)
      expect(result).toMatchObject({ isBodyRight: true, isSignatureRight: true })
      expect(result.signed).toEqual(
        expect.arrayContaining([
          'from',
          'to',
          'subject',
          'list-unsubscribe',
          'list-unsubscribe-post',
          'message-id',
        ]),
      )
      expect(verifyDkim(raw.replace('One-Click', 'Two-Click')).isSignatureRight).toBe(false)
      expect(verifyDkim(raw.replace('sentence', 'sentense')).isBodyRight).toBe(false)
    }
  })
})
