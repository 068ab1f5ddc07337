import { z } from 'zod'
import type { RunningShop } from '#tests/support/running-shop.ts'

export const PASSWORD = 'left base, gear down'

export type Student = { id: string; email: string; token: string }

const opened = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const intent = z.object({ paymentIntentId: z.string(), clientSecret: z.string() })

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

/** Opens an account and confirms its address by the link of the mail. */
export async function openAccount(shop: RunningShop, name: string): Promise<Student> {
  const email = `${name}@example.com`
  const account = { username: name, email, password: PASSWORD, accountType: 'personal' }
  await post(`${shop.url}/api/auth/register`, account)
  const { links } = await shop.mail(email, /Confirm your email/)
  const link = links.find((one) => one.includes('/verify-email?token=')) ?? ''
  const confirmed = await fetch(link.replace('/verify-email', '/api/auth/verify-email'))
  const { token, user } = opened.parse(await confirmed.json())
  return { id: user.id, email, token }
}

/** Pays for films as an older client and its card form would; gives back the payment. */
export async function buy(
  shop: RunningShop,
  student: Student,
  wish: { videoIds: number[]; referralCode?: string },
): Promise<string> {
  const { videoIds, referralCode = null } = wish
  const headers = { authorization: `Bearer ${student.token}` }
  const order = { items: { videoIds, bundle: videoIds.length === 7 }, referralCode }
  const { paymentIntentId, clientSecret } = intent.parse(
    await post(`${shop.url}/api/create-payment-intent`, order, headers),
  )
  const key = /"publishableKey":"([^"]+)"/.exec(await (await fetch(shop.url)).text())?.[1] ?? ''
  await fetch(`${shop.url}/dev/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
      return_url: shop.url,
    }),
  })
  await post(`${shop.url}/api/payment/success`, { paymentIntentId }, headers)
  return paymentIntentId
}
