import Stripe from 'stripe'
import type { StripeSettings } from './stripe.ts'

/** What the shop needs to know about its account at Stripe. Null where a restricted key may not read it. */
export type StripeAccount = {
  endpoints: { url: string; events: string[]; isEnabled: boolean }[] | null
  /** Where Apple Pay and Google Pay may be shown, and what keeps them from it. */
  walletDomains: WalletDomain[] | null
}

type WalletDomain = { name: string; applePay: string | null; googlePay: string | null }

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
    walletDomains:
      domains?.data.map(({ domain_name, apple_pay, google_pay }) => ({
        name: domain_name,
        applePay: obstacleOf(apple_pay),
        googlePay: obstacleOf(google_pay),
      })) ?? null,
  }
}

type WalletStatus = { status: string; status_details?: { error_message: string } }

/** Services like Stripe may leave the status out. */
function obstacleOf(wallet: WalletStatus | undefined): string | null {
  if (!wallet || wallet.status === 'active') return null
  return wallet.status_details?.error_message ?? wallet.status
}

async function unlessForbidden<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}
