import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCheckout, pressPay, RETURN_URL, typeCard } from './checkout.tsx'

describe('the form in the payment element', () => {
  it('offers the methods of the intent, with labels and autofill', async () => {
    const { seen, user } = await openCheckout()
    const group = await screen.findByRole('group', { name: 'Payment method' })
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value')),
    ).toEqual(['card', 'klarna', 'revolut_pay'])
    expect(screen.getByRole('radio', { name: 'Card' })).toBeChecked()
    expect(screen.getByLabelText('Card number')).toHaveAttribute('autocomplete', 'cc-number')
    expect(screen.getByLabelText('Expiry')).toHaveAttribute('autocomplete', 'cc-exp')
    expect(screen.getByLabelText('Security code')).toHaveAttribute('autocomplete', 'cc-csc')
    await waitFor(() => expect(seen.ready).toBe(1))
    expect(group.closest('[style]')).toBeNull()

    await user.click(screen.getByRole('radio', { name: 'Klarna' }))
    expect(screen.getByText(/Klarna opens\. You come back here/)).toBeVisible()
    expect(screen.getByLabelText('Card number')).not.toBeVisible()
    expect(seen.changes.at(-1)).toMatchObject({ complete: true, value: { type: 'klarna' } })
  })

  it('shows no choice where there is none', async () => {
    await openCheckout({ methods: ['card'] })
    expect(await screen.findByLabelText('Card number')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('formats what is typed and emits an event when it is complete', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4242424242424242')
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
    expect(screen.getByLabelText('Expiry')).toHaveValue('12 / 30')
    const { changes } = checkout.seen
    expect(changes[0]).toMatchObject({
      elementType: 'payment',
      empty: true,
      complete: false,
      value: { type: 'card' },
    })
    expect(changes.at(-1)).toMatchObject({ empty: false, complete: true, collapsed: false })
    expect(changes.filter(({ complete }) => complete)).toHaveLength(1)
  })

  it('says what is wrong beside the field, when one leaves it', async () => {
    const { user } = await openCheckout()
    const number = await screen.findByLabelText('Card number')
    await user.type(number, '4242')
    expect(number).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(number).toBeInvalid()
    expect(number).toHaveAccessibleDescription('Your card number is incomplete.')
    await user.type(number, '424242424241')
    expect(number).toHaveAccessibleDescription('Your card number is invalid.')
    await user.type(number, '{Backspace}2')
    expect(number).not.toHaveAttribute('aria-invalid')
  })

  it('can be unmounted and mounted again', async () => {
    const { view } = await openCheckout()
    await screen.findByLabelText('Card number')
    view.unmount()
    expect(screen.queryByLabelText('Card number')).toBeNull()
  })

  it('emits an event when it cannot load', async () => {
    const { seen } = await openCheckout({ clientSecret: 'pi_none_secret_none' })
    await waitFor(() => expect(seen.loadErrors).toEqual(["No such payment_intent: 'pi_none'"]))
    expect(seen.ready).toBe(0)
  })
})

describe('paying', () => {
  it('takes the money', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4242424242424242')
    const result = await pressPay(checkout)
    expect(result?.paymentIntent).toMatchObject({ id: checkout.intent.id, status: 'succeeded' })
    expect((await checkout.api.paymentIntents.retrieve(checkout.intent.id)).status).toBe('succeeded')
  })

  it('stops at an unfinished form, and goes to the first field', async () => {
    const checkout = await openCheckout()
    await checkout.user.type(await screen.findByLabelText('Card number'), '4242424242424242')
    const result = await pressPay(checkout)
    expect(result?.error).toEqual({
      type: 'validation_error',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    })
    expect(screen.getByLabelText('Expiry')).toHaveFocus()
    expect(screen.getByText("Your card's security code is incomplete.")).toBeVisible()
    expect((await checkout.api.charges.list()).data).toEqual([])
  })

  it('knows by the shop’s clock that a card has run out', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4242424242424242', { expiry: '1026' })
    expect((await pressPay(checkout))?.error?.code).toBe('invalid_expiry_month_past')
  })

  it('gives the bank’s refusal, and takes another card', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4000000000009995')
    const refused = await pressPay(checkout)
    expect(refused?.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { id: checkout.intent.id, status: 'requires_payment_method' },
    })
    await checkout.user.clear(screen.getByLabelText('Card number'))
    await checkout.user.type(screen.getByLabelText('Card number'), '4242424242424242')
    expect((await pressPay(checkout))?.paymentIntent?.status).toBe('succeeded')
  })

  it.each([
    ['Complete authentication', 'succeeded', undefined],
    ['Fail authentication', undefined, 'payment_intent_authentication_failure'],
  ])('asks in a window for 3-D Secure: %s', async (button, status, code) => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4000002760003184')
    const paying = pressPay(checkout)
    const dialog = await screen.findByRole('dialog', { name: '3-D Secure: payment sandbox' })
    expect(dialog).toHaveTextContent('£108.00')
    await checkout.user.click(within(dialog).getByRole('button', { name: button }))
    const result = await paying
    expect(result?.paymentIntent?.status).toBe(status)
    expect(result?.error?.code).toBe(code)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('declines after authentication where the card says so', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4000008400001629')
    const paying = pressPay(checkout)
    await checkout.user.click(await screen.findByRole('button', { name: 'Complete authentication' }))
    expect((await paying)?.error).toMatchObject({ type: 'card_error', decline_code: 'generic_decline' })
  })

  it('leaves the page for Klarna, with the way back', async () => {
    const checkout = await openCheckout()
    await checkout.user.click(await screen.findByRole('radio', { name: 'Klarna' }))
    await checkout.user.click(screen.getByRole('button', { name: 'Pay' }))
    await waitFor(() => expect(checkout.seen.visits).toHaveLength(1))
    const [url = ''] = checkout.seen.visits
    expect(url).toContain(`${new URL(RETURN_URL).origin}/dev/stripe/away/${checkout.intent.id}`)
    expect(checkout.seen.results).toEqual([])
    const waiting = await checkout.api.paymentIntents.retrieve(checkout.intent.id)
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  })

  it('reads an intent back by its client secret', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4242424242424242')
    await pressPay(checkout)
    const stripe = checkout.seen.stripe
    expect((await stripe?.retrievePaymentIntent(checkout.secret))?.paymentIntent?.status).toBe('succeeded')
    const strange = await stripe?.retrievePaymentIntent(`${checkout.intent.id}_secret_wrong`)
    expect(strange?.error?.type).toBe('invalid_request_error')
  })

  it('says so when the sandbox cannot be reached', async () => {
    const checkout = await openCheckout()
    await typeCard(checkout, '4242424242424242')
    await checkout.server.close()
    expect((await pressPay(checkout))?.error?.type).toBe('api_connection_error')
  })
})
