import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useInsertionEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Providers } from '#client/app/providers.tsx'
import { keepDraft } from '#client/features/referer/application/use-application.ts'
import { RefererRegisterScreen } from '#client/features/referer/referer-register-screen.tsx'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, fakeServer, refuse } from '#tests/support/fake-server.ts'
import { findNotice } from './open-portal.tsx'

type Submit = NonNullable<NonNullable<Parameters<typeof fakeServer>[0]['referer']>['submitApplication']>

const accepted: Submit = () => ({ id: 'a1', status: 'pending', message: 'Application Submitted!' })

function openForm(submitApplication: Submit = accepted) {
  const server = fakeServer({ referer: { submitApplication } })
  return { server, user: openScreen({ Screen: RefererRegisterScreen, at: '/referer-register' }) }
}

type Opened = ReturnType<typeof openForm>

const TEXTS = {
  'Full name': 'Sam Sample',
  'Phone number': '01632 960001',
  'Contact email': 'sam@example.com',
  'Business name': 'Sam Sample',
  'Address line 1': '2 Taxiway Cottages',
  City: 'Little Crosswind',
  Postcode: 'ZZ9 9ZZ',
  'Account name': 'S Sample',
  'Sort code': '12-34-56',
  'Account number': '12345678',
  Password: 'crosswind-teapot',
  'Confirm password': 'crosswind-teapot',
}

async function fill({ user }: Opened, texts: Record<string, string> = TEXTS) {
  for (const [label, text] of Object.entries(texts)) await fillIn(user, label, text)
}

const accept = ({ user }: Opened) => user.click(screen.getByLabelText(/^I accept the terms/))
const confirmAge = ({ user }: Opened) => user.click(screen.getByLabelText('I am 18 or older'))
const submitButton = () => screen.getByRole('button', { name: 'Submit application' })
const stored = () => JSON.stringify({ ...localStorage, ...sessionStorage })

describe('the form', () => {
  it('shows the organization’s name to organizations, the VAT number to the registered', async () => {
    const { user } = openForm()
    await user.click(await screen.findByLabelText('An individual'))
    expect(screen.queryByLabelText('Organization name')).toBeNull()
    expect(screen.queryByLabelText('VAT number')).toBeNull()
    expect(screen.queryByLabelText('I accept the self-billing agreement')).toBeNull()
    await user.click(screen.getByLabelText('VAT registered'))
    expect(screen.getByLabelText('VAT number')).toBeVisible()
    expect(screen.getByLabelText('I accept the self-billing agreement')).toBeVisible()
    await user.click(screen.getByLabelText('An organization'))
    expect(screen.getByLabelText('Organization name')).toBeVisible()
    expect(screen.getByLabelText('VAT number')).toBeVisible()
    expect(screen.getByLabelText('Country')).toHaveValue('United Kingdom')
    expect(screen.getByLabelText('Sort code')).toHaveAttribute('placeholder', '12-34-56')
    expect(screen.getByLabelText('Sort code')).toHaveAttribute('maxlength', '8')
    await user.click(screen.getByLabelText('Sort code'))
    await user.paste(' 12 34 56 ')
    expect(screen.getByLabelText('Sort code')).toHaveValue('12-34-56')
  })

  it('promises what the terms say, and has them in a box that keys can scroll', async () => {
    openForm()
    expect(await screen.findByText(/of 5% of the net price.* unless we agree otherwise\.$/)).toBeVisible()
    const box = await screen.findByRole('region', { name: 'Terms of the programme' })
    expect(box).toHaveAttribute('tabindex', '0')
    for (const words of [
      'Effective 01/07/2025',
      '5% of the net price',
      '£10',
      'forfeited',
      'at least 18',
      'Self-billing agreement',
    ]) {
      expect(box).toHaveTextContent(words)
    }
  })

  it('cannot be submitted before the terms are accepted', async () => {
    const opened = openForm()
    expect(await screen.findByRole('button', { name: 'Submit application' })).toBeDisabled()
    expect(submitButton()).toHaveAccessibleDescription(/Accept the terms to submit/)
    await accept(opened)
    expect(submitButton()).toBeEnabled()
    await accept(opened)
    expect(submitButton()).toBeDisabled()
  })

  it('says every error at once, in the words of each field, and leads through them down the page', async () => {
    const opened = openForm()
    await opened.user.click(await screen.findByLabelText('An organization'))
    await opened.user.click(screen.getByLabelText('VAT registered'))
    await fill(opened, { Password: 'crosswind-teapot', 'Confirm password': 'crosswind-teapoy' })
    await accept(opened)
    await opened.user.click(submitButton())
    const errors = {
      'Organization name': 'Organization name is required for organizations',
      'Full name of the contact': 'Full name must be at least 2 characters',
      'Contact email': 'Please enter a valid email address',
      'Phone number': 'Phone number is required',
      'Business name': 'Business name is required',
      'VAT number': 'VAT number is required when VAT registered',
      'Address line 1': 'Address line 1 is required',
      City: 'City is required',
      Postcode: 'Postcode is required',
      'Account name': 'Account name is required',
      'Sort code': 'Sort code must be 6 digits',
      'Account number': 'Account number must be 8 digits',
      'Confirm password': "Passwords don't match",
      'I am 18 or older': 'Please confirm that you are 18 or older',
    }
    await screen.findAllByText('Phone number is required')
    for (const [label, words] of Object.entries(errors)) {
      expect(screen.getByLabelText(label), label).toHaveAccessibleDescription(expect.stringContaining(words))
      expect(screen.getByLabelText(label), label).toBeInvalid()
    }
    const right: Record<string, string> = {
      ...TEXTS,
      'Organization name': 'Crosswind Strip Owners',
      'Full name of the contact': 'Sam Sample',
      'VAT number': 'GB111111162',
    }
    // The first is the first of the page, though its box came last.
    for (const label of Object.keys(errors)) {
      await waitFor(() => expect(screen.getByLabelText(label), label).toHaveFocus())
      fireEvent.change(screen.getByLabelText(label), { target: { value: right[label] } })
      fireEvent.click(submitButton())
    }
    expect(opened.server.inputsOf('referer.submitApplication')).toEqual([])
  })

  it('is kept over a reload, but for passwords, bank details and consents', async () => {
    const opened = openForm()
    await fill(opened)
    await accept(opened)
    for (const secret of ['crosswind-teapot', '12345678', '12-34-56', 'S Sample"', 'acceptedTerms']) {
      expect(stored()).not.toContain(secret)
    }
    document.body.replaceChildren()
    openScreen({ Screen: RefererRegisterScreen, at: '/referer-register' })
    expect(await screen.findByLabelText('Full name')).toHaveValue('Sam Sample')
    expect(screen.getByLabelText('City')).toHaveValue('Little Crosswind')
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(screen.getByLabelText('Account number')).toHaveValue('')
    expect(screen.getByLabelText(/^I accept the terms/)).not.toBeChecked()
  })

  it('has what was typed before its script came, rather than what was kept', async () => {
    fakeServer({})
    keepDraft({ fullName: 'Kept Name', businessCity: 'Keptown', businessCountry: 'Ireland' })
    const box = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
    /** Typing goes on while the script takes the page over: after it was drawn, before it answers. */
    function Meanwhile() {
      useInsertionEffect(() => {
        box('City').value = 'Typetown'
        box('Phone number').value = '01632 960001'
        for (const label of ['An organization', 'VAT registered']) box(label).checked = true
      }, [])
      return null
    }
    const page = (
      <MemoryRouter>
        <Providers data={makePageData()}>
          <RefererRegisterScreen />
          <Meanwhile />
        </Providers>
      </MemoryRouter>
    )
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page)
    expect(submitButton()).toBeDisabled()
    expect(screen.getByLabelText('An individual')).toBeChecked()
    box('City').value = 'Type'
    box('Account number').value = '12345678'
    box(/^I accept the terms/).checked = true

    const errors: unknown[] = []
    render(page, { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
    expect(await screen.findByLabelText('Organization name')).toBeVisible()
    expect(screen.getByLabelText('VAT number')).toBeVisible()
    expect(submitButton()).toBeEnabled()
    expect(screen.getByLabelText('An organization')).toBeChecked()
    expect(screen.getByLabelText('City')).toHaveValue('Typetown')
    expect(screen.getByLabelText('Phone number')).toHaveValue('01632 960001')
    expect(screen.getByLabelText('Account number')).toHaveValue('12345678')
    expect(screen.getByLabelText('Full name of the contact')).toHaveValue('Kept Name')
    expect(screen.getByLabelText('Country')).toHaveValue('Ireland')
    expect(stored()).toContain('Typetown')
    expect(errors).toEqual([])
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('asks before what is not kept is left, and is cleared by a press', async () => {
    const opened = openForm()
    await screen.findByLabelText('City')
    const leaving = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(leaving()).toBe(false)
    await fill(opened, { City: 'Little Crosswind' })
    expect(leaving()).toBe(false)
    await fill(opened, { 'Account number': '12345678' })
    await waitFor(() => expect(leaving()).toBe(true))
    await accept(opened)
    await opened.user.click(screen.getByRole('button', { name: 'Clear the form' }))
    expect(screen.getByLabelText('City')).toHaveValue('')
    expect(screen.getByLabelText(/^I accept the terms/)).not.toBeChecked()
    expect(stored()).not.toContain('Crosswind')
    await waitFor(() => expect(leaving()).toBe(false))
  })
})

describe('submitting', () => {
  it('sends what was filled in, shows the notes and forgets the draft', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => {
      arrive = done
    })
    const opened = openForm(async (input) => {
      await arrived
      return accepted(input)
    })
    await opened.user.click(await screen.findByLabelText('An organization'))
    await fill(opened, { 'Organization name': 'Typed first, then hidden' })
    await opened.user.click(screen.getByLabelText('An individual'))
    await fill(opened)
    await accept(opened)
    await confirmAge(opened)
    await opened.user.click(submitButton())
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-busy', 'true')
    arrive()
    const heading = await screen.findByRole('heading', { name: 'Application Submitted!' })
    await waitFor(() => expect(heading).toHaveFocus())
    const notes = screen.getAllByRole('listitem')
    expect(notes.map((note) => note.textContent)).toEqual([
      'Your application is read within 2-3 business days.',
      'An email confirmation is on its way and arrives shortly.',
      'The decision comes by email.',
      'If it is yes, your unique referral code is in it.',
    ])
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    expect(opened.server.inputsOf('referer.submitApplication')).toMatchObject([
      {
        applicantType: 'individual',
        organizationName: null,
        vatNumber: null,
        acceptedTerms: true,
        acceptedSelfBilling: false,
        confirmedAdult: true,
        bankAccountNumber: '12345678',
        confirmPassword: 'crosswind-teapot',
      },
    ])
    expect(stored()).not.toContain('Sam Sample')
  })

  it.each<[string, Submit, string, string | null]>([
    [
      'a leaked password',
      () => refuse('PASSWORD_TOO_COMMON'),
      'This password is on published lists of leaked passwords. Please choose another.',
      'Password',
    ],
    [
      'wrong check digits',
      () => refuse('BANK_ACCOUNT_INVALID', { field: 'bankAccountNumber' }),
      'This account number does not go with this sort code. Please check both.',
      'Account number',
    ],
    ['a fault of ours', () => breakDown(500), 'Please try again later.', null],
  ])('refused for %s goes back to the form', async (_what, answer, words, label) => {
    const opened = openForm(answer)
    await fill(opened)
    await accept(opened)
    await confirmAge(opened)
    await opened.user.click(submitButton())
    const notice = await findNotice()
    expect(await notice.findByText('Submission Failed')).toBeVisible()
    expect(notice.getByText(words)).toBeVisible()
    expect(screen.getByLabelText('Full name')).toHaveValue('Sam Sample')
    expect(screen.getByLabelText('Password')).toHaveValue('crosswind-teapot')
    if (label === null) return
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words))
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus())
  })
})
