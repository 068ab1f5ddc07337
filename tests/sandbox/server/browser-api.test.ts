import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { browserCall, describeSandbox, ORDER, pay, testApi, testSandbox } from './test-sandbox.ts'

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '30',
  'payment_method_data[card][cvc]': '123',
}

/** The shop: the sandbox's pages and browser calls mounted on its own address. */
async function shop() {
  const kit = await testSandbox()
  const app = fastify()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of ['/dev/stripe', '/dev/stripe/*']) {
      scope.all(url, (request, reply) => {
        reply.hijack()
        return kit.sandbox.handle(request.raw, reply.raw)
      })
    }
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const target = { origin, key: kit.sandbox.publishableKey }
  const intent = await kit.stripe.paymentIntents.create(ORDER)
  const secret = intent.client_secret ?? ''
  const confirm = (fields: Record<string, string>) =>
    browserCall(target, `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: secret,
      use_stripe_sdk: 'true',
      ...fields,
    })
  return { ...kit, app, target, intent, secret, confirm, shopOrigin: origin }
}

function formPost(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

it('a client secret opens nothing without a key', async () => {
  const { stripe, origin } = await testApi()
  const intent = await stripe.paymentIntents.create(ORDER)
  const query = new URLSearchParams({ client_secret: intent.client_secret ?? '' })
  const response = await fetch(`${origin}/v1/payment_intents/${intent.id}?${query}`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

describeSandbox('the browser’s calls through the shop', () => {
  it('pay with a card number and see only their part of the intent', async () => {
    const { stripe, intent, confirm } = await shop()
    const { status, body } = await confirm(CARD)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(body).not.toHaveProperty('metadata')
    expect(body).not.toHaveProperty('latest_charge')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    ['4242424242424241', 'incorrect_number', 'Your card number is incorrect.'],
    ['4111111111111111', 'card_declined', 'Your request was in test mode, but used a non test (live) card'],
    ['4000000000000002', 'card_declined', 'Your card was declined.'],
  ])('are refused with %s', async (number, code, message) => {
    const { confirm } = await shop()
    const { status, body } = await confirm({ ...CARD, 'payment_method_data[card][number]': number })
    expect(status).toBe(402)
    expect(body).toMatchObject({
      error: { type: 'card_error', code, message: expect.stringContaining(message) },
    })
    expect(JSON.stringify(body)).not.toContain('order-1')
  })

  it('are refused with a card that has run out, a wrong month and a short code', async () => {
    const { confirm } = await shop()
    const expired = await confirm({ ...CARD, 'payment_method_data[card][exp_year]': '25' })
    expect(expired.body).toMatchObject({ error: { code: 'invalid_expiry_year' } })
    const month = await confirm({ ...CARD, 'payment_method_data[card][exp_month]': '13' })
    expect(month.body).toMatchObject({ error: { code: 'invalid_expiry_month' } })
    const code = await confirm({ ...CARD, 'payment_method_data[card][cvc]': '12' })
    expect(code.body).toMatchObject({ error: { code: 'invalid_cvc' } })
    const thisMonth = await confirm({
      ...CARD,
      'payment_method_data[card][exp_month]': '11',
      'payment_method_data[card][exp_year]': '26',
    })
    expect(thisMonth.status).toBe(200)
  })

  it('need the client secret, and reach nothing that wants the secret key', async () => {
    const { sandbox, target, intent, secret } = await shop()
    const path = `/v1/payment_intents/${intent.id}`
    const query = new URLSearchParams({ key: target.key, client_secret: secret })
    expect(await browserCall(target, `${path}?${query}`)).toMatchObject({
      status: 200,
      body: { id: intent.id },
    })
    const strange = await browserCall(target, `${path}/confirm`, {
      ...CARD,
      client_secret: `${intent.id}_secret_no`,
    })
    expect(strange).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
    const cancel = await browserCall(target, `${path}/cancel`, {})
    expect(cancel).toMatchObject({ status: 401, body: { error: { code: 'secret_key_required' } } })
    const withSecretKey = await browserCall({ ...target, key: sandbox.secretKey }, '/v1/refunds', {
      charge: 'ch_1',
    })
    expect(withSecretKey).toMatchObject({ status: 401, body: { error: { type: 'invalid_request_error' } } })
  })

  it('authenticate a card in the page', async () => {
    const { target, intent, secret, confirm } = await shop()
    const waiting = await confirm({ ...CARD, 'payment_method_data[card][number]': '4000002760003184' })
    expect(waiting.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const path = `/v1/payment_intents/${intent.id}/authenticate`
    const done = await browserCall(target, path, { client_secret: secret, outcome: 'succeeded' })
    expect(done.body).toMatchObject({ status: 'succeeded' })
  })
})

describeSandbox('Klarna and Revolut Pay', () => {
  async function away(type: string) {
    const kit = await shop()
    const returnUrl = `${kit.shopOrigin}/checkout-success?order=1`
    const { body } = await kit.confirm({ 'payment_method_data[type]': type, return_url: returnUrl })
    const next: { url: string } = JSON.parse(JSON.stringify(body)).next_action.redirect_to_url
    return { ...kit, url: next.url }
  }

  it.each([
    ['klarna', 'Klarna', 'approve', 'succeeded', 'succeeded'],
    ['klarna', 'Klarna', 'refuse', 'requires_payment_method', 'failed'],
    ['revolut_pay', 'Revolut Pay', 'approve', 'succeeded', 'succeeded'],
    ['revolut_pay', 'Revolut Pay', 'leave_pending', 'processing', 'pending'],
  ])('%s: %s page, %s → %s', async (type, name, outcome, status, redirectStatus) => {
    const { stripe, intent, secret, shopOrigin, url } = await away(type)
    const page = await fetch(url)
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain(`This page stands in for ${name}. No money moves.`)
    expect(text).toContain('£108.00')
    const fields = { intent: intent.id, client_secret: secret, outcome }
    const back = await formPost(`${shopOrigin}/dev/stripe/away`, fields)
    expect(back.status).toBe(303)
    const target = new URL(back.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe(`${shopOrigin}/checkout-success`)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      order: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: secret,
      redirect_status: redirectStatus,
    })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
    const twice = await formPost(`${shopOrigin}/dev/stripe/away`, fields)
    expect(twice.status).toBe(409)
    expect((await fetch(url)).status).toBe(404)
  })

  it('need somewhere to come back to', async () => {
    const { confirm } = await shop()
    const { status, body } = await confirm({ 'payment_method_data[type]': 'klarna' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { param: 'return_url' } })
  })
})

describeSandbox('the page for people', () => {
  it('shows payments and makes things happen to them', async () => {
    const { sandbox, stripe, shopOrigin } = await shop()
    const { intent, charge } = await pay(stripe)
    const home = `${shopOrigin}/dev/stripe`
    const first = await fetch(home)
    const text = await first.text()
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain(intent.id)
    expect(text).toContain('fee £1.82, net £106.18')
    expect(text).not.toMatch(/<script|style="|<style/)

    expect((await formPost(`${home}/refund`, { id: charge.id, pounds: '8.00' })).status).toBe(303)
    const [refund] = (await stripe.refunds.list()).data
    expect(refund?.amount).toBe(800)
    await formPost(`${home}/fail-refund`, { id: refund?.id ?? '' })
    expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0)
    await formPost(`${home}/dispute`, { id: charge.id })
    const [dispute] = (await stripe.disputes.list()).data
    await formPost(`${home}/win`, { id: dispute?.id ?? '' })
    expect((await stripe.disputes.list()).data[0]?.status).toBe('won')
    await formPost(`${home}/switch`, { name: 'holdWebhooks', value: 'true' })
    expect(sandbox.controls.switches().holdWebhooks).toBe(true)
    const wrong = await formPost(`${home}/win`, { id: dispute?.id ?? '' })
    expect(wrong.status).toBe(409)
    expect(await wrong.text()).toContain('This dispute is already closed.')
  })

  it('escapes what the shop wrote and takes no form from another site', async () => {
    const { stripe, shopOrigin } = await shop()
    await stripe.paymentIntents.create({ ...ORDER, description: '<script>alert(1)</script>' })
    const home = `${shopOrigin}/dev/stripe`
    expect(await (await fetch(home)).text()).toContain('&lt;script&gt;alert(1)')
    const { charge } = await pay(stripe)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await formPost(`${home}/refund`, { id: charge.id }, foreign)).status).toBe(403)
    expect((await stripe.refunds.list()).data).toEqual([])
  })
})
