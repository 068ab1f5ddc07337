import { createHash, randomBytes } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { DkimSigner } from './dkim.ts'

/** A mail to many, all of it but what differs from one reader to the next. */
export type BulkMessage = {
  from: string
  replyTo: string
  subject: string
  /** Both parts hold `tokenSlot` where the reader's own token goes. */
  html: string
  text: string
  /** The placeholder of the token: 43 letters that occur nowhere else. */
  tokenSlot: string
  /** Where the token leads, `tokenSlot` in it. */
  unsubscribeUrl: string
  /** Names the list to programs that sort mail (RFC 2919). */
  listId: string
}

type BulkReader = { to: string; messageId: string; token: string }

/** Writes one reader's mail from the parts that were encoded once. */
export type BulkComposer = (reader: BulkReader, date: Date) => Promise<Buffer>

const CRLF = '\r\n'

/**
 * Encodes what all readers share once, so that a mail costs a few copies of buffers instead of being built again.
 * Both headers of RFC 8058 are there, and signed where there is a key.
 */
export function prepareBulk(message: BulkMessage, sign?: DkimSigner): BulkComposer {
  const boundary = `--_bulk-${randomBytes(12).toString('hex')}`
  const body = bodyOf(message, boundary)
  const shared = sharedHeaders(message)
  const [urlBefore = '', urlAfter = ''] = message.unsubscribeUrl.split(message.tokenSlot)

  return async ({ to, messageId, token }, date) => {
    const headers: [string, string][] = [
      ...shared,
      ['To', `<${to.replace(/[\r\n<>]/g, '')}>`],
      ['Message-ID', messageId],
      ['Date', date.toUTCString().replace('GMT', '+0000')],
      ['List-Id', message.listId],
      // On one line: programs that unsubscribe people read a folded one wrongly.
      ['List-Unsubscribe', `<${urlBefore}${token}${urlAfter}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['MIME-Version', '1.0'],
      ['Content-Type', `multipart/alternative;${CRLF} boundary="${boundary}"`],
    ]
    const head = headers.map(([name, value]) => `${name}: ${value}${CRLF}`).join('')
    const signature = sign ? await sign(headers, hashBody(body, token)) : ''
    return Buffer.concat([
      Buffer.from(`${signature}${head}${CRLF}`),
      ...fill(
        body.map(({ raw }) => raw),
        token,
      ),
    ])
  }
}

/** Folded and encoded as RFC 5322 and RFC 2047 require. */
function sharedHeaders({ from, replyTo, subject }: BulkMessage): [string, string][] {
  const names = ['From', 'Reply-To', 'Subject']
  const node = new MimeNode('text/plain')
  node.setHeader({ From: from, 'Reply-To': { name: '', address: replyTo }, Subject: subject })
  const lines = node.buildHeaders().split(/\r\n(?![ \t])/)
  return names.map((name) => {
    const line = lines.find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    if (line === undefined) throw new Error(`A mailing without ${name}`)
    return [name, line.slice(name.length + 2)]
  })
}

/** A stretch of the body between two tokens, as it is sent and as DKIM reads it (RFC 6376 §3.4.4, relaxed). */
type Stretch = { raw: Buffer; relaxed: Buffer }

function bodyOf({ html, text, tokenSlot }: BulkMessage, boundary: string): Stretch[] {
  const whole = [
    `--${boundary}`,
    part('plain', text, tokenSlot),
    `--${boundary}`,
    part('html', html, tokenSlot),
    `--${boundary}--`,
    '',
  ].join(CRLF)
  return whole.split(tokenSlot).map((stretch) => ({
    raw: Buffer.from(stretch),
    relaxed: Buffer.from(stretch.replace(/[ \t]+/g, ' ').replace(/ +\r\n/g, CRLF)),
  }))
}

function part(type: 'plain' | 'html', content: string, tokenSlot: string): string {
  return [
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quoted(content, tokenSlot),
  ].join(CRLF)
}

/** Quoted-printable with each token on a line of its own between soft breaks, so that any token fits its place. */
function quoted(content: string, tokenSlot: string): string {
  const soft = `=${CRLF}`
  return content
    .replace(/\r\n|\r|\n/g, CRLF)
    .split(tokenSlot)
    .map((stretch) => wrap(encode(stretch), 76))
    .join(`${soft}${tokenSlot}${soft}`)
}

function fill(stretches: readonly Buffer[], token: string): Buffer[] {
  const filled = Buffer.from(token)
  return stretches.flatMap((stretch, at) => (at === 0 ? [stretch] : [filled, stretch]))
}

function hashBody(body: readonly Stretch[], token: string): string {
  const hash = createHash('sha256')
  for (const [at, { relaxed }] of body.entries()) {
    if (at > 0) hash.update(token)
    hash.update(relaxed)
  }
  return hash.digest('base64')
}
