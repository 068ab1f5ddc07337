import type { Config } from '#server/config.ts'

const STRIPE_SCRIPT = 'https://js.stripe.com'
const STRIPE_FRAMES = ['https://js.stripe.com', 'https://hooks.stripe.com']
const STRIPE_CALLS = ['https://api.stripe.com', 'https://m.stripe.network']

/** What pages may load: nothing from another host, but Stripe where payments are real, and a tracker that was set. */
export function contentSecurityPolicy(config: Config) {
  const isStripe = config.parts.payments !== 'sandbox'
  const tracker = config.analyticsScriptUrl ? [new URL(config.analyticsScriptUrl).origin] : []
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'", ...(isStripe ? [STRIPE_SCRIPT] : []), ...tracker],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", ...(isStripe ? STRIPE_FRAMES : [])],
      connectSrc: ["'self'", ...(isStripe ? STRIPE_CALLS : []), ...tracker],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
    },
  }
}

/** The pages use none of these; films may fill the screen and keep it awake. */
export const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), usb=(), payment=(self "https://js.stripe.com"), fullscreen=(self), screen-wake-lock=(self)'
