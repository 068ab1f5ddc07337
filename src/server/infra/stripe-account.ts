import Stripe from 'stripe'
import type { StripeSettings } from './stripe.ts'

/** What the shop needs to know about its account at Stripe. Null where a restricted key may not read it. */
export type StripeAccount = {
  endpoints: { url: string; events: string[]; isEnabled: boolean }[] | null
  /** Where Apple Pay and Google Pay may be shown. */
  walletDomains: string[] | null
}

const TIMEOUT_MS = 8_000

/** @throws what the SDK throws where Stripe does not answer or does not know the key */
export async function readStripeAccount({
  secretKey,
  apiBase,
}: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Promise<StripeAccount> {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiBase ?? {}),
  })
  await stripe.paymentIntents.list({ limit: 1 })
  const endpoints = await unlessForbidden(stripe.webhookEndpoints.list({ limit: 100 }))
  const domains = await unlessForbidden(stripe.paymentMethodDomains.list({ limit: 100, enabled: true }))
  return {
    endpoints:
      endpoints?.data.map(({ url, enabled_events, status }) => ({
        url,
        events: enabled_events,
        isEnabled: status === 'enabled',
      })) ?? null,
    walletDomains: domains?.data.map(({ domain_name }) => domain_name) ?? null,
  }
}

async function unlessForbidden<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}
