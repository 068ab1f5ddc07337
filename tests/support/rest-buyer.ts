import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { videosInCollection } from '#shared/limits.ts'
import type { OpenShop } from './running-shop.ts'

export const PASSWORD = 'left base, gear down'

export type Student = { id: string; email: string; token: string }

const opened = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const intent = z.object({ paymentIntentId: z.string(), clientSecret: z.string(), total: z.string() })

/**
 * Opens an account over REST and confirms its address by the link of the mail. Each comes from a network address of
 * its own: one address opens 50 accounts in a quarter of an hour, and all tests share a shop.
 */
export async function openAccount(shop: OpenShop, name: string): Promise<Student> {
  const email = `${name}@example.com`
  const account = { username: name, email, password: PASSWORD, accountType: 'personal' }
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  await post(`${shop.url}/api/auth/register`, account, { 'x-forwarded-for': address })
  const link = await confirmationLink(shop, email)
  const confirmed = await fetch(link.replace('/verify-email', '/api/auth/verify-email'))
  const { token, user } = opened.parse(await confirmed.json())
  return { id: user.id, email, token }
}

/** The link of the mail that asks to confirm an address. */
export async function confirmationLink(shop: OpenShop, email: string): Promise<string> {
  const { links } = await shop.mail(email, /Confirm your email/)
  return links.find((link) => link.includes('/verify-email?token=')) ?? ''
}

/** Videos paid as an older client and its card form would; gives back the payment and its total in pounds. */
export async function buyByRest(
  shop: OpenShop,
  { token }: Student,
  { videoIds, referralCode, card = 'visa' }: { videoIds: number[]; referralCode?: string; card?: string },
): Promise<{ paymentIntentId: string; total: string }> {
  const items = { videoIds, bundle: videoIds.length === videosInCollection }
  const asked = await post(
    `${shop.url}/api/create-payment-intent`,
    { items, ...(referralCode && { referralCode }) },
    bearer(token),
  )
  const { paymentIntentId, clientSecret, total } = intent.parse(asked)
  const home = await (await fetch(shop.url)).text()
  const key = /"publishableKey":"([^"]+)"/.exec(home)?.[1] ?? ''
  const confirmed = await fetch(`${shop.url}/dev/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key,
      client_secret: clientSecret,
      payment_method: `pm_card_${card}`,
      return_url: shop.url,
    }),
  })
  if (!confirmed.ok) throw new Error(`The card form answered ${confirmed.status}: ${await confirmed.text()}`)
  z.object({ success: z.literal(true) }).parse(
    await post(`${shop.url}/api/payment/success`, { paymentIntentId }, bearer(token)),
  )
  return { paymentIntentId, total }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What the shop answers; throws its words where it refuses. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
