import { groups, missingOf, type VariableName } from './variables.ts'

/** What a live shop cannot do without, and what each is. */
const required: Partial<Record<VariableName, string>> = {
  DATABASE_URL: 'the PostgreSQL database',
  REDIS_URL: 'the Redis of the job queue',
  SMTP_URL: 'the mail server',
  MAIL_FROM: 'the sender of every mail',
  PUBLIC_URL: 'the address visitors use, like https://shop.example.com',
  STRIPE_SECRET_KEY: "Stripe's secret key",
  STRIPE_PUBLISHABLE_KEY: "Stripe's publishable key",
  STRIPE_WEBHOOK_SECRET: "the secret of Stripe's webhook",
  SESSION_SECRET: 'random texts that sign links and cookies, newest first',
  DATA_KEY: 'random texts that encrypt bank details, newest first',
  SELLER_NAME: 'the legal name of the trader',
  SELLER_ADDRESS: 'the geographic address of the trader',
  SELLER_COMPANY_NUMBER: 'the company number, or none for a sole trader',
}

/**
 * The rules of production: no demo part, no half-configured one, and no VAT without a VAT number (requirements §4).
 * Checks only whether a variable is set, so that these errors are named beside those of malformed values.
 */
export function productionErrors(isSet: (name: VariableName) => boolean, chargesVat: boolean): string[] {
  const missing = Object.entries(required)
    .filter(([name]) => !isSet(name as VariableName))
    .map(([name, words]) => `${name} is missing: ${words}`)
  const vat =
    chargesVat && !isSet('SELLER_VAT_NUMBER')
      ? ['SELLER_VAT_NUMBER is missing: a trader without one charges no VAT, so set it, or VAT_RATE=0']
      : []
  return [...missing, ...vat, ...halves(isSet)]
}

/** Codes, passwords and session cookies must not travel in clear. */
export function addressErrors(publicUrl: string | undefined): string[] {
  return publicUrl && /^http:/i.test(publicUrl)
    ? ['PUBLIC_URL must be an https address in production: a proxy with TLS stands in front of the shop']
    : []
}

function halves(isSet: (name: VariableName) => boolean): string[] {
  return (Object.keys(groups) as (keyof typeof groups)[]).flatMap((group) => halfErrors(group, isSet))
}

/** One error for each member of a group that is missing while others are set. */
export function halfErrors(group: keyof typeof groups, isSet: (name: VariableName) => boolean): string[] {
  const [example] = groups[group].filter(isSet)
  return missingOf(group, isSet).map((name) => `${name} is missing, and ${example} is of no use without it`)
}
