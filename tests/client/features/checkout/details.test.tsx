import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CheckoutScreen } from '#client/features/checkout/checkout-screen.tsx'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import { fillIn, findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer, refuse } from '#tests/support/fake-server.ts'
import {
  anOrder,
  consent,
  fillCard,
  findNotices,
  keepWish,
  openCheckout,
  pay,
  SIGNED_IN,
} from './open-checkout.tsx'

const BUSINESS: NonNullable<CreatePaymentIntentOutput['buyer']> = {
  fullName: null,
  businessName: 'Hangar 9 Ltd',
  vatNumber: 'GB123456789',
  addressLine1: '2 Taxiway Cottages',
  addressLine2: null,
  city: 'Little Crosswind',
  postcode: 'ZZ9 9ZZ',
  country: 'United Kingdom',
  wantsVatInvoice: false,
}

async function findSummary() {
  return within(await screen.findByRole('complementary', { name: 'Order summary' }))
}

describe('the order summary', () => {
  it('sets out the server’s sums', async () => {
    await openCheckout()
    const summary = await findSummary()
    const rows = summary.getAllByRole('definition').map((cell) => cell.textContent)
    expect(rows).toEqual(['−£12.00', '£90.00', '£18.00', '£108.00'])
    expect(summary.getByText('Hedgerow Flying Club, 10%')).toBeVisible()
    expect(summary.getByText('VAT, 20%')).toBeVisible()
    expect(summary.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Navigation£60.00Remove',
      'Meteorology£60.00Remove',
    ])
    expect(summary.getByRole('button', { name: /^Navigation and one more/ })).toHaveTextContent('£108.00')
    expect(
      summary.getByText(/^Both films open as soon as you have paid and close on 21 February 2027\./),
    ).toBeVisible()
  })

  it('says nothing about VAT or codes where there are none, and names the discount', async () => {
    await openCheckout({
      order: {
        items: { videoIds: [1, 2, 3, 4, 5, 6, 7], bundle: true },
        collectionDiscount: '40.00',
        referralDiscount: '0.00',
        referralCode: null,
        total: '340.00',
        vatRate: 0,
      },
    })
    const summary = await findSummary()
    expect(summary.getByText('Complete collection')).toBeVisible()
    expect(summary.getAllByRole('definition').map((cell) => cell.textContent)).toEqual(['−£40.00', '£340.00'])
    expect(summary.getByText(/^All seven films open/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Pay £340.00' })).toBeVisible()
    expect(screen.queryByLabelText('I need a full VAT invoice')).toBeNull()
  })
})

describe('who the invoice is for', () => {
  it('is asked only of those who need a full VAT invoice', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    expect(screen.queryByRole('textbox', { name: /^(Full name|Address|Postcode)/ })).toBeNull()
    await checkout.user.click(screen.getByLabelText('I need a full VAT invoice'))
    const named = screen.getByRole('group', { name: 'Name and address on the invoice' })
    expect(within(named).getByLabelText('Address line 1')).toBeVisible()
    await checkout.user.click(screen.getByLabelText('I need a full VAT invoice'))
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([{ buyer: null }])
  })

  it('can be said to a seller who charges no VAT, too', async () => {
    const checkout = await openCheckout({ order: { vatRate: 0 } })
    await fillCard(checkout)
    await checkout.user.click(screen.getByLabelText('Put my name on the invoice'))
    await fillIn(checkout.user, /^Full name/, 'Ann Flyer')
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([
      { buyer: { fullName: 'Ann Flyer', addressLine1: null, wantsVatInvoice: false } },
    ])
  })

  it('is filled from a business account, and sent', async () => {
    const checkout = await openCheckout({ order: { buyer: BUSINESS } })
    await fillCard(checkout)
    expect(screen.getByLabelText(/^Business name/)).toHaveValue('Hangar 9 Ltd')
    expect(screen.getByLabelText(/^Postcode/)).toHaveValue('ZZ9 9ZZ')
    await checkout.user.click(screen.getByLabelText('No news by email, please'))
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([
      { buyer: { ...BUSINESS, wantsVatInvoice: false }, noNews: true },
    ])
  })

  it('is what the open order was told before, and goes when it is taken out', async () => {
    const told = { ...BUSINESS, fullName: 'Ann Flyer', addressLine2: 'Hangar 9', wantsVatInvoice: true }
    const checkout = await openCheckout({
      order: { buyer: { ...told, businessName: null, vatNumber: null } },
    })
    await fillCard(checkout)
    const box = screen.getByLabelText('I need a full VAT invoice')
    expect(box).toBeChecked()
    expect(screen.getByLabelText('Full name')).toHaveValue('Ann Flyer')
    expect(screen.getByLabelText(/^Address line 2/)).toHaveValue('Hangar 9')
    await checkout.user.click(box)
    expect(screen.queryByLabelText(/^Full name/)).toBeNull()
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([{ buyer: null }])
  })

  it('has to be complete for a full VAT invoice', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    await checkout.user.click(screen.getByLabelText('I need a full VAT invoice'))
    await consent(checkout)
    await pay(checkout)
    const expectWords = (label: string | RegExp, words: string) =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words)
    expect(await screen.findByText('Please enter the name for the invoice.')).toBeVisible()
    expectWords('Full name', 'Please enter the name for the invoice.')
    expectWords('Address line 1', 'Please enter the first line of the address.')
    expectWords('Town or city', 'Please enter the town or city.')
    expectWords('Postcode', 'Enter a full UK postcode, like ZZ9 9ZZ')
    expect(screen.getByLabelText('Full name')).toHaveFocus()
    expect(screen.getByText('Four invoice fields above need another look.')).toHaveRole('alert')
    await fillIn(checkout.user, 'Full name', 'Ann Flyer')
    expect(await screen.findByText('Three invoice fields above need another look.')).toBeVisible()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
  })

  it('is asked for together with the card', async () => {
    const checkout = await openCheckout()
    await screen.findByLabelText('Card number')
    await checkout.user.click(screen.getByLabelText('I need a full VAT invoice'))
    await consent(checkout)
    const button = screen.getByRole('button', { name: 'Pay £108.00' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await pay(checkout)
    expect(await screen.findByText('Please enter the name for the invoice.')).toBeVisible()
    expect(await screen.findByText('Your card number is incomplete.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus())
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
  })

  it('is kept, and not sent, where it is not asked for any more', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    const box = screen.getByLabelText('I need a full VAT invoice')
    await checkout.user.click(box)
    await fillIn(checkout.user, 'Full name', 'Ann Flyer')
    await fillIn(checkout.user, 'Postcode', 'nonsense')
    await checkout.user.click(box)
    await checkout.user.click(box)
    expect(screen.getByLabelText('Full name')).toHaveValue('Ann Flyer')
    await checkout.user.click(box)
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([{ buyer: null }])
  })

  it('is written in letters that the invoice can print', async () => {
    const checkout = await openCheckout({ order: { buyer: BUSINESS } })
    await fillCard(checkout)
    await fillIn(checkout.user, /^Full name/, 'Amélie 😀')
    await consent(checkout)
    await pay(checkout)
    const words = 'Please write this in Latin letters: the invoice cannot print the others.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByLabelText(/^Full name/)).toHaveAccessibleDescription(words)
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
  })

  it('has a full postcode or none', async () => {
    const checkout = await openCheckout({ order: { buyer: BUSINESS } })
    await fillCard(checkout)
    await checkout.user.clear(screen.getByLabelText(/^Postcode/))
    await fillIn(checkout.user, /^Postcode/, 'ZZ9 9Z')
    await consent(checkout)
    await pay(checkout)
    expect(await screen.findByText('Enter a full UK postcode, like ZZ9 9ZZ')).toBeVisible()
    expect(screen.getByLabelText(/^Postcode/)).toBeInvalid()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
  })

  it('is corrected where the server finds the error', async () => {
    const words = 'Enter a full UK postcode, like ZZ9 9ZZ'
    const checkout = await openCheckout({
      order: { buyer: BUSINESS },
      checkout: { recordDetails: () => refuse('BAD_INPUT', { field: 'buyer.postcode' }, words) },
    })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await screen.findByRole('region', { name: 'Payment Error' })).toBeVisible()
    expect(screen.getByLabelText(/^Postcode/)).toHaveAccessibleDescription(words)
  })
})

describe('the payment form', () => {
  it('that cannot be loaded says so, and can be asked for again', async () => {
    keepWish()
    fakeServer({
      ...SIGNED_IN,
      checkout: { createPaymentIntent: () => anOrder() },
    })
    const payments = { kind: 'stripe', publishableKey: 'pk_test_none' } as const
    openScreen({ Screen: CheckoutScreen, at: '/checkout', isSignedIn: true, data: { payments } })
    const words = 'Failed to load Stripe.js. Please check your internet connection and try again.'
    await failScripts(() => screen.queryByText(words) !== null)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('that finds no payment says so too', async () => {
    const { user } = await openCheckout({ order: { clientSecret: 'pi_none_secret_none' } })
    const words = 'Failed to load Stripe.js. Please check your internet connection and try again.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay £108.00' })).toHaveAttribute('aria-disabled', 'true')
    expect((await findNotices()).queryByText('Payment Failed')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(screen.getByRole('heading', { name: 'Checkout' })).toHaveFocus()
    expect(await screen.findByText(words)).toBeVisible()
  })
})

/** What a browser without a network does to Stripe's script, and to the second try that its loader makes. */
async function failScripts(isTold: () => boolean) {
  const failed = new Set<Element>()
  await screen.findByRole('heading', { name: 'Checkout' })
  const { waitFor } = await import('@testing-library/react')
  await waitFor(() => {
    for (const script of document.querySelectorAll('script[src^="https://js.stripe.com"]')) {
      if (!failed.has(script)) script.dispatchEvent(new Event('error'))
      failed.add(script)
    }
    expect(isTold()).toBe(true)
  })
}

describe('the question about news', () => {
  const NO_NEWS = 'No news by email, please'

  it('says what follows where the box stays empty', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    const box = screen.getByLabelText(NO_NEWS)
    expect(box).not.toBeChecked()
    const follows = screen.getByLabelText('Card number').compareDocumentPosition(box)
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(box).toHaveAccessibleDescription('Otherwise we email you about new films.')
  })

  it('is not put to buyers who have answered it before', async () => {
    const checkout = await openCheckout({ order: { asksAboutNews: false } })
    await fillCard(checkout)
    expect(screen.queryByLabelText(NO_NEWS)).toBeNull()
    await consent(checkout)
    await pay(checkout)
    await findElsewhere()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toMatchObject([{ noNews: false }])
  })
})

describe('the fields of the invoice', () => {
  it('say what a full VAT invoice is for, and that a country is always there', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    const box = screen.getByLabelText('I need a full VAT invoice')
    expect(box).toHaveAccessibleDescription('For a business that claims VAT back.')
    await checkout.user.click(box)
    expect(screen.getByLabelText('Country')).toHaveValue('United Kingdom')
    expect(screen.getByLabelText('Country').closest('.field')).not.toHaveTextContent('optional')
  })
})
