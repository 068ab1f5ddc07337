import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from './clock.ts'
import { encodePath, type MediaStore } from './media-store.ts'

export type S3Settings = {
  /** Without a slash at its end. Buckets are named in the path, which every S3-compatible storage understands. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long a signed URL opens a video: access that ended is over within this time (requirements §5). */
const SIGNED_SECONDS = 300
/** Our own requests are sent at once. */
const OWN_REQUEST_SECONDS = 60
const ANSWER_WITHIN_MS = 10_000

/**
 * Videos in a bucket of S3-compatible storage. Browsers are sent to the storage for videos; what lies beside them is a
 * few kilobytes, read by scripts and `<track>`, which follow no redirect to another host, and goes through us.
 *
 * `stat` and `read` throw where the storage refuses or cannot be reached.
 */
export function createS3Store(settings: S3Settings, clock: Clock): MediaStore {
  function urlOf(key: string): URL {
    if (!isOwnName(key)) throw new Error('No such file in the media store')
    return new URL(`${settings.endpoint}/${settings.bucket}/${encodePath(key)}`)
  }

  function sign(url: URL, method: 'GET' | 'HEAD', seconds: number): Promise<URL> {
    return signS3Url(url, { ...settings, method, seconds, now: clock.now() })
  }

  function read(key: string, start: number, end: number): Readable {
    async function* pieces() {
      const url = await sign(urlOf(key), 'GET', OWN_REQUEST_SECONDS)
      const answer = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
      if (!answer.ok || !answer.body)
        throw new Error(`The media storage answered ${answer.status} for ${key}`)
      yield* answer.body
    }
    return Readable.from(pieces(), { objectMode: false })
  }

  return {
    async stat(key) {
      if (!isOwnName(key)) return null
      const url = await sign(urlOf(key), 'HEAD', OWN_REQUEST_SECONDS)
      const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`The media storage answered ${answer.status} for ${key}`)
      const changedAt = new Date(answer.headers.get('last-modified') ?? 0)
      return { bytes: Number(answer.headers.get('content-length')), changedAt }
    },
    read,
    stream: (key, { start, end }, out) => pipeline(read(key, start, end), out, { end: false }),
    async handOver({ key, contentType }, { method, cacheControl }) {
      if (!contentType.startsWith('video/') || !isOwnName(key)) return null
      const url = urlOf(key)
      // The storage answers with these instead of what was said when the file was put there.
      url.searchParams.set('response-content-type', contentType)
      url.searchParams.set('response-cache-control', cacheControl.replaceAll(', ', ','))
      return { by: 'redirect', url: (await sign(url, method, SIGNED_SECONDS)).href }
    },
  }
}

/** Dots alone are steps of a path to a URL, and would name another bucket. */
function isOwnName(key: string): boolean {
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/**
 * A URL that opens one object of S3-compatible storage to its holder, for `seconds` from `now` (AWS Signature
 * Version 4, "Authenticating Requests: Using Query Parameters"). Everything in its query is signed along.
 */
export async function signS3Url(
  url: URL,
  request: Pick<S3Settings, 'region' | 'accessKeyId' | 'secretAccessKey'> & {
    method: 'GET' | 'HEAD'
    seconds: number
    now: Date
  },
): Promise<URL> {
  const { method, region, accessKeyId, secretAccessKey, seconds, now } = request
  const dated = new URL(url)
  dated.searchParams.set('X-Amz-Expires', String(seconds))
  const signer = new AwsV4Signer({
    url: dated.href,
    method,
    region,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    signQuery: true,
    datetime: now.toISOString().replace(/[-:]|\.\d+/g, ''),
  })
  return (await signer.sign()).url
}
