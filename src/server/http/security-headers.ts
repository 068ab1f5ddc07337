import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'

/** As Stripe's guide to content security policies lists them: parts of Stripe.js come from its subdomains. */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com']
const STRIPE_CALLS = ['https://api.stripe.com', 'https://m.stripe.network']

/** Where browsers say what a page was refused, and our script what failed. */
export const BROWSER_ERRORS_PATH = '/api/browser-errors'

/** What pages may load: nothing from another host, but Stripe where payments are real, the videos' storage, and a configured tracker. */
export function contentSecurityPolicy(config: Config) {
  const isStripe = hasStripe(config)
  const tracker = config.analyticsScriptUrl ? [new URL(config.analyticsScriptUrl).origin] : []
  const storage = config.media.s3 ? [new URL(config.media.s3.endpoint).origin] : []
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...(isStripe ? STRIPE_SCRIPTS : []), ...tracker],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...storage],
    'frame-src': ["'self'", ...(isStripe ? STRIPE_FRAMES : [])],
    'connect-src': ["'self'", ...(isStripe ? STRIPE_CALLS : []), ...tracker],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
  }
}

const hasStripe = ({ parts }: Config) => parts.payments !== 'sandbox'

/** As a header says it; for a page with a script and styles in it, these two are let in, by their hashes. */
export function policyHeader(config: Config, inline?: { script: string; style: string }): string {
  const policy = contentSecurityPolicy(config)
  if (inline) {
    policy['script-src'].push(inline.script)
    policy['style-src'].push(inline.style)
  }
  const rules = Object.entries(policy).map((entry) => entry.flat().join(' '))
  // Not report-to, for which Chromium would leave report-uri aside and hear of endpoints over https alone.
  return [...rules, `report-uri ${BROWSER_ERRORS_PATH}`].join(';')
}

/** The pages use none of these; videos may fill the screen and keep it awake. Apple Pay and Google Pay run in Stripe's frames. */
const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), usb=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com"), fullscreen=(self), screen-wake-lock=(self)'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** What every answer tells browsers; OWASP's list of secure headers, as helmet sends it. */
function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': policyHeader(config),
    // The pop-up of a wallet, opened by Stripe's frame, answers to its opener.
    'cross-origin-opener-policy': hasStripe(config) ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(config.hasSecureCookies
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

/** Puts the security headers and the request's name on every answer. They are made once: helmet parses its policy for each request, which takes 7 µs. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** For what writes its answer past the framework: the headers so far go along. */
export function hijack(reply: FastifyReply): FastifyReply['raw'] {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  return raw
}
