import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ForgotPasswordScreen } from '#client/features/auth/forgot-password-screen.tsx'
import { RefererRegisterScreen } from '#client/features/referer/referer-register-screen.tsx'
import { openAccount, openForm } from '#tests/client/features/account/open-account.tsx'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, fakeServer } from '#tests/support/fake-server.ts'

/** Holds an answer back until the test lets it go. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open }
}

type Gate = ReturnType<typeof aGate>

const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** A browser takes the focus from what becomes disabled; this DOM leaves it there. */
async function loseFocus(element: HTMLElement) {
  await waitFor(() => expect(element).toHaveAttribute('aria-busy', 'true'))
  expect(element).toBeDisabled()
  const { parentNode, nextSibling } = element
  element.remove()
  parentNode?.insertBefore(element, nextSibling)
  expect(document.body).toHaveFocus()
}

async function expectFocusBack(element: HTMLElement, gate: Gate) {
  await loseFocus(element)
  gate.open()
  await waitFor(() => expect(element).toBeEnabled())
  expect(element).toHaveFocus()
}

it('gives the focus back after a link was sent', async () => {
  const gate = aGate()
  fakeServer({
    auth: { requestPasswordReset: () => gate.opened.then(() => ({ success: true, message: '' })) },
  })
  const user = openScreen({ Screen: ForgotPasswordScreen, at: '/forgot-password' })
  await fillIn(user, 'Email', 'sam@example.com')
  const send = button('Send the link')
  await user.click(send)
  await expectFocusBack(send, gate)
})

it('gives the focus of a form that closes once saved to its button, but not where it went elsewhere', async () => {
  let gate = aGate()
  const { user } = openAccount({
    auth: { changeBusiness: () => gate.opened.then(() => ({ success: true as const })) },
  })
  const save = async () => {
    await openForm(user, 'the invoice details')
    const element = await screen.findByRole('button', { name: 'Save details' })
    await user.click(element)
    await loseFocus(element)
  }
  await save()
  gate.open()
  expect(await screen.findByRole('button', { name: 'Change the invoice details' })).toHaveFocus()

  gate = aGate()
  await openForm(user, 'the email address')
  await save()
  const elsewhere = screen.getByLabelText('New email')
  await user.click(elsewhere)
  gate.open()
  await screen.findByRole('button', { name: 'Change the invoice details' })
  expect(elsewhere).toHaveFocus()
})

it('gives the focus back after an application was not taken', async () => {
  const gate = aGate()
  fakeServer({ referer: { submitApplication: () => gate.opened.then(() => breakDown()) } })
  const user = openScreen({ Screen: RefererRegisterScreen, at: '/referer-register' })
  const texts = {
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
  await screen.findByLabelText('Full name')
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  await user.click(screen.getByLabelText('I am 18 or older'))
  await user.click(screen.getByLabelText(/^I accept the terms/))
  const submit = button('Submit application')
  await user.click(submit)
  await expectFocusBack(submit, gate)
})

it('gives the focus back after a referer could not be saved', async () => {
  const gate = aGate()
  const { user } = openDashboard({ updateReferer: () => gate.opened.then(() => breakDown()) })
  await user.click(await screen.findByRole('button', { name: 'Hedgerow Flying Club' }))
  await user.click(await screen.findByRole('button', { name: /^Edit details/ }))
  const save = await screen.findByRole('button', { name: 'Save changes' })
  await user.click(save)
  await expectFocusBack(save, gate)
})
