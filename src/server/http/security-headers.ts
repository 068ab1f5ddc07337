import type { Config } from '#server/config.ts'

/** As Stripe's guide to content security policies lists them: parts of Stripe.js come from its subdomains. */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com']
const STRIPE_CALLS = ['https://api.stripe.com', 'https://m.stripe.network']

/** What pages may load: nothing from another host, but Stripe where payments are real, the videos' storage, and a configured tracker. */
export function contentSecurityPolicy(config: Config) {
  const isStripe = config.parts.payments !== 'sandbox'
  const tracker = config.analyticsScriptUrl ? [new URL(config.analyticsScriptUrl).origin] : []
  const storage = config.media.s3 ? [new URL(config.media.s3.endpoint).origin] : []
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'", ...(isStripe ? STRIPE_SCRIPTS : []), ...tracker],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:', ...storage],
      frameSrc: ["'self'", ...(isStripe ? STRIPE_FRAMES : [])],
      connectSrc: ["'self'", ...(isStripe ? STRIPE_CALLS : []), ...tracker],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
    },
  }
}

/** The pages use none of these; videos may fill the screen and keep it awake. */
export const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), usb=(), payment=(self "https://js.stripe.com"), fullscreen=(self), screen-wake-lock=(self)'
