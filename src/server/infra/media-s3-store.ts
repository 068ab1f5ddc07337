import { createReadStream } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from './clock.ts'
import type { S3Settings } from './media-s3.ts'
import type { CheckedFile, MediaTarget } from './media-writer.ts'

/** One PUT takes no more (Amazon S3, "Uploading objects"). */
const LARGEST_PUT_BYTES = 5 * 1024 ** 3
const ANSWER_WITHIN_MS = 60_000
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** The storage answered, and did not take the file. */
export class StorageRefusal extends Error {}

type Method = 'PUT' | 'HEAD' | 'DELETE'

/**
 * Puts files into a bucket of S3-compatible storage, each in one request whose signature covers the digest of its
 * contents: what arrives damaged is refused there. The object appears whole or not at all.
 *
 * @throws StorageRefusal from `put`, `has` and `remove`
 */
export function createS3MediaStore(settings: S3Settings, clock: Clock, largestBytes: number): MediaTarget {
  async function signed(method: Method, key: string, headers: Record<string, string>) {
    const signer = new AwsV4Signer({
      method,
      url: `${settings.endpoint}/${settings.bucket}/${encodeURIComponent(key)}`,
      headers,
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      service: 's3',
      datetime: clock
        .now()
        .toISOString()
        .replace(/[-:]|\.\d+/g, ''),
    })
    return signer.sign()
  }

  async function ask(method: 'HEAD' | 'DELETE', key: string): Promise<number> {
    const { url, headers } = await signed(method, key, { 'x-amz-content-sha256': EMPTY_SHA256 })
    const { status } = await fetch(url, { method, headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (status >= 300 && status !== 404)
      throw new StorageRefusal(`The storage answered ${status} to ${method}`)
    return status
  }

  return {
    largestBytes: Math.min(largestBytes, LARGEST_PUT_BYTES),
    async put(path, file) {
      const { url, headers } = await signed('PUT', file.key, headersOf(file))
      const status = await send(url, headers, path)
      if (status >= 300) throw new StorageRefusal(`The storage answered ${status} to PUT`)
    },
    has: async (key) => (await ask('HEAD', key)) !== 404,
    remove: async (key) => void (await ask('DELETE', key)),
  }
}

function headersOf({ contentType, sha256, bytes }: CheckedFile): Record<string, string> {
  return {
    'content-type': contentType,
    'content-length': String(bytes),
    'x-amz-content-sha256': sha256,
  }
}

/** Fetch sends a stream without its length, which storage does not take: this is the plain way. */
async function send(url: URL, headers: Headers, path: string): Promise<number> {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = open(url, {
    method: 'PUT',
    headers: Object.fromEntries(headers),
    timeout: ANSWER_WITHIN_MS,
  })
  request.on('timeout', () => request.destroy(new Error('The storage did not answer in time')))
  const answered = new Promise<number>((done, fail) => {
    request.on('error', fail)
    request.on('response', (response) => {
      response.resume()
      done(response.statusCode ?? 500)
    })
  })
  // A refusal may come before the whole file is sent, and closes the connection: the answer counts, then.
  const [status] = await Promise.all([
    answered,
    pipeline(createReadStream(path), request).catch(() => undefined),
  ])
  return status
}
