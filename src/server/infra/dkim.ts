import { createPrivateKey, sign } from 'node:crypto'

/** The key that signs mail (RFC 6376): domain, selector and private key in PEM. */
export type Dkim = { domain: string; selector: string; privateKey: string }

/** Headers in their order, and the body's hash in base64; answers the header line to put before them. */
export type DkimSigner = (
  headers: readonly (readonly [string, string])[],
  bodyHash: string,
) => Promise<string>

/** RFC 8058 wants both unsubscribe headers signed; nodemailer's own list leaves the second out. */
export const SIGNED_HEADERS = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
] as const

const CRLF = '\r\n'

/** Signs with RSA and SHA-256, relaxed both ways, outside the main thread. */
export function createDkimSigner({ domain, selector, privateKey }: Dkim): DkimSigner {
  const key = createPrivateKey(privateKey)
  return async (headers, bodyHash) => {
    const signed = SIGNED_HEADERS.flatMap((name) =>
      headers.filter(([candidate]) => candidate.toLowerCase() === name.toLowerCase()),
    )
    const value =
      `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; q=dns/txt;${CRLF}` +
      ` bh=${bodyHash};${CRLF}` +
      ` h=${signed.map(([name]) => name.toLowerCase()).join(`:${CRLF} `)};${CRLF}` +
      ' b='
    const text = signed.map(([name, content]) => `${relaxed(name, content)}${CRLF}`).join('')
    const signature = await signText(`${text}${relaxed('DKIM-Signature', value)}`, key)
    return `DKIM-Signature: ${value}${signature.replace(/.{70}(?=.)/g, `$&${CRLF} `)}${CRLF}`
  }
}

/** RFC 6376 §3.4.2. */
function relaxed(name: string, value: string): string {
  return `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

function signText(text: string, key: Parameters<typeof sign>[2]): Promise<string> {
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(text), key, (error, signature) => {
      if (error) reject(error)
      else resolve(signature.toString('base64'))
    })
  })
}
