import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { recordBrowserError } from '#server/features/operations/browser-errors/browser-errors.ts'
import {
  type DescribedError,
  describePolicyReport,
  describeScriptError,
} from '#server/features/operations/browser-errors/describe-error.ts'
import { policyReportInput, scriptErrorInput } from '#shared/schemas/browser-errors.ts'
import { networkOf } from './network-of.ts'
import { BROWSER_ERRORS_PATH } from './security-headers.ts'

/** A stack of some frames, or a few reports. */
const LARGEST_BODY_BYTES = 16 * 1024

/**
 * `POST /api/browser-errors`: what failed in a visitor's browser, from our script (`sendBeacon`), and what the content security
 * policy refused, from the browser itself. 204 also for what it cannot read: the sender
 * can do nothing about an answer. A body that is too large is 413.
 */
export async function registerBrowserErrors(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'string', bodyLimit: LARGEST_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, body, done) => done(null, body))

    scope.post(BROWSER_ERRORS_PATH, { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
      reply.code(204).header('cache-control', 'no-store')
      const error = readError(request.body)
      if (error === null || !(await deps.limits.tryConsume('browserErrors', networkOf(request.ip)))) return
      const userAgent = request.headers['user-agent'] ?? ''
      await recordBrowserError(deps, { ...error, userAgent })
    })
  })
}

function readError(body: unknown): DescribedError | null {
  const json = jsonOf(body)
  const report = policyReportInput.safeParse(json)
  if (report.success) return describePolicyReport(report.data)
  const error = scriptErrorInput.safeParse(json)
  return error.success ? describeScriptError(error.data) : null
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}
