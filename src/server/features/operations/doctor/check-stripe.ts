import type { Config } from '#server/config.ts'
import { readStripeAccount, type StripeAccount } from '#server/infra/stripe-account.ts'
import { WEBHOOK_EVENT_TYPES } from '#shared/operations/stripe-event-types.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding.ts'

/** Whether Stripe knows the keys, tells the shop what it has to know, and shows wallets on its address. */
export async function checkStripe(
  config: Pick<Config, 'stripe' | 'parts' | 'publicUrl'>,
): Promise<Finding[]> {
  const { stripe, parts, publicUrl } = config
  if (parts.payments === 'sandbox')
    return [
      warning('Stripe', 'Payments stay in the sandbox', 'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.'),
    ]
  let account: StripeAccount
  try {
    account = await readStripeAccount(stripe)
  } catch (error) {
    return [
      bad(
        'Stripe',
        `It refuses the shop: ${reasonOf(error)}`,
        'Check STRIPE_SECRET_KEY, and that this machine reaches api.stripe.com.',
      ),
    ]
  }
  return [describeMode(stripe), describeEndpoint(account, publicUrl), describeWallets(account, publicUrl)]
}

function describeMode({ secretKey, publishableKey }: Config['stripe']): Finding {
  const modes = [secretKey, publishableKey].map((key) => (key.includes('_test_') ? 'test' : 'live'))
  if (modes[0] !== modes[1])
    return bad(
      'Stripe',
      `The secret key is of the ${modes[0]} mode, the publishable one of the ${modes[1]} mode`,
      'Take both from the same page of the dashboard.',
    )
  return modes[0] === 'live'
    ? good('Stripe', 'It knows the live keys')
    : warning(
        'Stripe',
        'It knows the keys, which are of the test mode',
        'Set the live keys, with a database of their own.',
      )
}

function describeEndpoint({ endpoints }: StripeAccount, publicUrl: string): Finding {
  const url = `${publicUrl}/api/stripe/webhook`
  const check = 'webhook endpoint'
  const remedy = `Add an endpoint at ${url} for ${WEBHOOK_EVENT_TYPES.join(', ')}.`
  if (endpoints === null)
    return warning(
      check,
      'The key may not read the endpoints',
      'Look at them in the dashboard, or let the restricted key read them.',
    )
  const ours = endpoints.filter((endpoint) => endpoint.url === url)
  const [endpoint] = ours
  if (!endpoint) return bad(check, `Stripe has none at ${url}`, remedy)
  if (ours.length > 1)
    return warning(check, `Stripe has ${ours.length} at ${url}`, 'Keep one: each tells every event.')
  if (!endpoint.isEnabled) return bad(check, 'It is disabled', 'Enable it in the dashboard.')
  const missing = endpoint.events.includes('*')
    ? []
    : WEBHOOK_EVENT_TYPES.filter((name) => !endpoint.events.includes(name))
  return missing.length > 0
    ? bad(check, `It leaves out ${missing.join(', ')}`, 'Add them in the dashboard.')
    : good(check, `It tells ${url}`)
}

function describeWallets({ walletDomains }: StripeAccount, publicUrl: string): Finding {
  const { hostname } = new URL(publicUrl)
  if (walletDomains === null)
    return warning(
      'wallets',
      'The key may not read the domains',
      'Look under Payment method domains in the dashboard.',
    )
  const domain = walletDomains.find(({ name }) => name === hostname)
  if (!domain)
    return warning(
      'wallets',
      `${hostname} is not registered`,
      'Add it under Payment method domains in the dashboard: Apple Pay needs it.',
    )
  const { applePay, googlePay } = domain
  if (applePay !== null)
    return warning(
      'wallets',
      `Apple Pay does not show on ${hostname}: ${applePay}`,
      'Put https://stripe.com/files/apple-pay/apple-developer-merchantid-domain-association where APPLE_PAY_DOMAIN_FILE says, then validate the domain in the dashboard.',
    )
  if (googlePay !== null)
    return warning(
      'wallets',
      `Google Pay does not show on ${hostname}: ${googlePay}`,
      'Look under Payment method domains in the dashboard.',
    )
  return good('wallets', `Apple Pay and Google Pay may show on ${hostname}`)
}
