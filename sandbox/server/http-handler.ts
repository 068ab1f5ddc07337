import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerCall } from './api.ts'
import type { SandboxControls } from './controls.ts'
import { boundaryOf } from './multipart.ts'
import { answerPage } from './pages/serve-pages.ts'
import type { Keys } from './records.ts'
import type { SandboxLog, World } from './world.ts'

/** A caller that has not given up by then is answered all the same. */
const LATE_MS = 8_000

const LARGEST_BODY = 6_000_000

type HandlerInput = {
  world: World
  keys: Keys
  controls: SandboxControls
  afterCall: () => void
  log: SandboxLog
}

/** Files arrive byte by byte as Latin-1 characters, everything else as UTF-8. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > LARGEST_BODY) return null
    chunks.push(bytes)
  }
  const isMultipart = boundaryOf(header(request, 'content-type') ?? '') !== null
  return Buffer.concat(chunks).toString(isMultipart ? 'latin1' : 'utf8')
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Until the caller has given up. */
function gone(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LATE_MS)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function isCrossSite(request: IncomingMessage): boolean {
  const site = header(request, 'sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** What follows `/dev/stripe` in a path, or null where a path has nothing to do with it. */
function innerPath(pathname: string): string | null {
  const match = /^\/dev\/stripe(\/.*)?$/.exec(pathname)
  return match === null ? null : (match[1] ?? '')
}

/**
 * Answers requests: Stripe's API under `/v1`, the pages and the browser's share of the API under `/dev/stripe`.
 * On the public listener, the shop's own address, the secret key is refused.
 */
export function buildHttpHandler({ world, keys, controls, afterCall, log }: HandlerInput) {
  async function answer(request: IncomingMessage, response: ServerResponse, isPublic: boolean) {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const method = request.method ?? 'GET'
    const query = url.search.slice(1)
    const body = await readBody(request)
    if (body === null) {
      response.writeHead(413).end()
      return
    }
    const inner = innerPath(url.pathname)
    if (inner !== null && !inner.startsWith('/v1/')) {
      const path = inner.replace(/^\/|\/$/g, '')
      const asked = { method, path, query, body, isCrossSite: isCrossSite(request) }
      const page = answerPage({ store: world.store, controls }, asked)
      response.writeHead(page.status, page.headers).end(method === 'HEAD' ? '' : page.body)
      return
    }
    const call = {
      method,
      path: inner ?? url.pathname,
      query,
      body,
      contentType: header(request, 'content-type') ?? '',
      authorization: header(request, 'authorization') ?? '',
      version: header(request, 'stripe-version'),
      idempotencyKey: header(request, 'idempotency-key'),
      isPublic: isPublic || inner !== null,
    }
    const result = answerCall({ world, keys, log, request: call })
    if (result === 'hang_up') {
      response.destroy()
      return
    }
    if (result === 'never_answer') return
    afterCall()
    if (result.isLate) await gone(response)
    response.writeHead(result.status, result.headers).end(result.body)
  }

  return async function serve(request: IncomingMessage, response: ServerResponse, isPublic: boolean) {
    try {
      await answer(request, response, isPublic)
    } catch (error) {
      log.warn({ error }, 'The payment sandbox failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    }
  }
}
