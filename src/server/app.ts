import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { listApiMethods } from './http/allowed-methods.ts'
import { registerApplePayDomain } from './http/apple-pay-domain.ts'
import { registerBrowserErrors } from './http/browser-errors.ts'
import { compressJson } from './http/compress-json.ts'
import { createHttpServer } from './http/create-http-server.ts'
import { registerEmailFrame } from './http/email-frame.ts'
import {
  answerClientError,
  answerFrameworkError,
  registerApiNotFound,
  registerErrorHandler,
} from './http/error-handler.ts'
import { registerHealth } from './http/health.ts'
import { registerInstructorPicture } from './http/instructor-picture.ts'
import { LARGEST_BODY_BYTES, takeJsonAlone } from './http/json-body.ts'
import { limitBodies } from './http/limit-bodies.ts'
import { registerMailEvents } from './http/mail-events.ts'
import { registerMedia } from './http/media.ts'
import { registerMetrics } from './http/metrics.ts'
import { registerPreviews } from './http/previews.ts'
import { readableAddress } from './http/readable-address.ts'
import { requestIdOf } from './http/request-id.ts'
import { registerRequestLog } from './http/request-log.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { registerStripeWebhook } from './http/stripe-webhook.ts'
import { traceRequests } from './http/trace-requests.ts'
import { registerTrpc } from './http/trpc-routes.ts'
import { registerUnsubscribe } from './http/unsubscribe.ts'
import { registerUploads } from './http/uploads.ts'
import type { JobWorkers } from './infra/queue-workers.ts'
import { registerRow } from './rest/adapter.ts'
import { registerOpenapi } from './rest/openapi.ts'
import { REST_ROWS } from './rest/routes.ts'

/** Twenty procedures of a tRPC batch are one parameter of the path. */
const LONGEST_PARAMETER = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before the server closes, so that a load balancer stops sending requests. */
    isStopping: boolean
    /** The workers of this process; null where they run in another. */
    workers: Pick<JobWorkers, 'isRunning'> | null
  }
}

/**
 * Builds the HTTP server without listening: tests inject requests into it. `registerSite` adds what is not the
 * same in every process, the rendered pages and those of the demo.
 */
export async function buildApp(
  deps: Deps,
  registerSite?: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const { config, log } = deps
  const app = fastify({
    // For the framework and its plugins; requests and errors are logged by our own hooks.
    loggerInstance: frameworkLog(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: LARGEST_BODY_BYTES,
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    trustProxy: trustedHops(config.trustProxy),
    forceCloseConnections: 'idle',
    serverFactory: createHttpServer,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  })

  app.decorate('isStopping', false)
  app.decorate('workers', null)
  const methodsOf = listApiMethods(app)
  registerErrorHandler(app, deps)
  traceRequests(app)
  await app.register(cookie)
  registerSecurityHeaders(app, config)
  registerRequestLog(app, deps)
  limitBodies(app)
  takeJsonAlone(app)
  compressJson(app)

  registerHealth(app, deps)
  registerMetrics(app, deps)
  await registerStripeWebhook(app, deps)
  await registerMailEvents(app, deps)
  await registerBrowserErrors(app, deps)
  await registerUnsubscribe(app, deps)
  registerEmailFrame(app)
  registerApplePayDomain(app, deps)
  registerMedia(app, deps)
  registerInstructorPicture(app, deps)
  registerPreviews(app, deps)
  await registerUploads(app, deps)
  for (const row of REST_ROWS) registerRow(app, deps, row)
  registerOpenapi(app, deps, REST_ROWS)
  registerApiNotFound(app, methodsOf)
  await registerTrpc(app, deps)
  await registerSite?.(app)
  return app
}

/** The framework tells of its everyday life too: warnings alone are logged, unless every detail was asked for. */
function frameworkLog(log: Deps['log']): FastifyBaseLogger {
  const isUsual = log.isLevelEnabled('warn') && !log.isLevelEnabled('debug')
  return isUsual ? log.child({}, { level: 'warn' }) : log
}

/** A number means: as many proxies in front of us. */
function trustedHops(setting: boolean | number | string) {
  if (typeof setting !== 'number') return setting
  return (_address: string, hop: number) => hop < setting
}
