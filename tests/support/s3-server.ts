import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { S3Settings } from '#server/infra/media-s3.ts'

export type TestStorage = {
  settings: S3Settings
  /** What was asked for and answered, as "GET key 206". */
  log: string[]
  close(): Promise<void>
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A bucket over a folder that opens to signed URLs alone. It recomputes each signature as AWS describes it
 * (Signature Version 4, query parameters), from the request as it arrived, and knows nothing of our signing.
 */
export async function startStorage(folder: string, now: () => Date): Promise<TestStorage> {
  const log: string[] = []
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('This machine gives no port')
  const settings = {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'eu-west-2',
    bucket: 'films',
    accessKeyId: 'AKIDTEST',
    secretAccessKey: 'kept/secret+of=the test',
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', settings.endpoint)
    const key = decodeURIComponent(url.pathname).replace(`/${settings.bucket}/`, '')
    const status = isSigned(request, url) ? await send(request, { response, url, key }) : refuse(response)
    log.push(`${request.method} ${key} ${status}`)
  }

  function isSigned(request: IncomingMessage, url: URL): boolean {
    const { 'X-Amz-Signature': given = '', ...query } = Object.fromEntries(url.searchParams)
    const date = query['X-Amz-Date'] ?? ''
    const scope = `${date.slice(0, 8)}/${settings.region}/s3/aws4_request`
    if (query['X-Amz-Algorithm'] !== 'AWS4-HMAC-SHA256') return false
    if (query['X-Amz-Credential'] !== `${settings.accessKeyId}/${scope}`) return false
    if (!isInTime(date, Number(query['X-Amz-Expires']))) return false
    const canonical = [
      request.method,
      decodeURIComponent(url.pathname).split('/').map(escaped).join('/'),
      Object.entries(query)
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .sort()
        .join('&'),
      `host:${request.headers.host}\n`,
      'host',
      'UNSIGNED-PAYLOAD',
    ].join('\n')
    const digest = createHash('sha256').update(canonical).digest('hex')
    const key = [settings.region, 's3', 'aws4_request'].reduce(
      hmac,
      hmac(`AWS4${settings.secretAccessKey}`, date.slice(0, 8)),
    )
    const wanted = hmac(key, ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')).toString('hex')
    return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
  }

  function isInTime(date: string, seconds: number): boolean {
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
    if (!parts) return false
    const [, year, month, day, hour, minute, second] = parts
    const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    const age = now().getTime() - signedAt
    return age > -900_000 && age < seconds * 1_000
  }

  async function send(
    request: IncomingMessage,
    { response, url, key }: { response: ServerResponse; url: URL; key: string },
  ): Promise<number> {
    const found = await stat(join(folder, key)).catch(() => null)
    if (!found) return end(response, 404)
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const first = Number(range?.[1] ?? 0)
    const last = Math.min(Number(range?.[2] || found.size), found.size - 1)
    response.statusCode = range ? 206 : 200
    response.setHeader('content-length', last - first + 1)
    response.setHeader('last-modified', found.mtime.toUTCString())
    response.setHeader('accept-ranges', 'bytes')
    if (range) response.setHeader('content-range', `bytes ${first}-${last}/${found.size}`)
    for (const name of ['content-type', 'cache-control']) {
      const wanted = url.searchParams.get(`response-${name}`)
      if (wanted) response.setHeader(name, wanted)
    }
    if (request.method === 'HEAD') response.end()
    else createReadStream(join(folder, key), { start: first, end: last }).pipe(response)
    return response.statusCode
  }

  const refuse = (response: ServerResponse) => end(response, 403)

  function end(response: ServerResponse, status: number): number {
    response.statusCode = status
    response.end()
    return status
  }

  return {
    settings,
    log,
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
