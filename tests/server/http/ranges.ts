import { createHash } from 'node:crypto'
import { request } from 'node:http'

/** What one server said, as far as a player goes by it. */
export type Told = {
  status: number
  range: string | null
  /** Of the body; null where there is none to have, 'wrong' where it is not what came. */
  length: number | 'wrong' | null
  tag: 'strong' | 'weak' | null
  /** Digest of the body, or of each part of it with its range. */
  body: string | null
}

type Raw = { status: number; headers: Record<string, string>; body: Buffer }

/** One request as it stands, without what a fetch would add to it. */
export function ask(
  url: string,
  { method, headers = {} }: { method: 'GET' | 'HEAD'; headers?: Record<string, string> },
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const known = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(known),
          body: Buffer.concat(pieces),
        })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Refusals have words of each server's own; what is compared of them is the number and the range. */
export function tell(method: 'GET' | 'HEAD', { status, headers, body }: Raw): Told {
  const range = headers['content-range'] ?? null
  if (status >= 400) return { status, range, length: null, tag: null, body: null }
  const stated = headers['content-length']
  const isWhole = method === 'HEAD' || status === 304 || Number(stated) === body.length
  const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1]
  // Boundaries are of different lengths; that each answer has its own length right is what counts.
  const length = boundary || stated === undefined ? null : Number(stated)
  const tag = headers.etag === undefined ? null : headers.etag.startsWith('W/') ? 'weak' : 'strong'
  return {
    status,
    range,
    length: isWhole ? length : 'wrong',
    tag,
    body: boundary ? digestParts(body, boundary) : digest(body),
  }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Parts of a multipart answer (RFC 2046 §5.1.1), each as its range and the digest of its bytes. */
function digestParts(body: Buffer, boundary: string): string {
  const [, ...parts] = body.toString('latin1').split(`--${boundary}`)
  if (parts.pop()?.trim() !== '--') return 'unfinished'
  return parts
    .map((part) => {
      const cut = part.indexOf('\r\n\r\n')
      const range = /content-range: bytes (\S+)/i.exec(part.slice(0, cut))?.[1]
      return `${range} ${digest(Buffer.from(part.slice(cut + 4, -2), 'latin1'))}`
    })
    .join(', ')
}
