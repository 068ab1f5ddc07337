import { screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Providers } from '#client/app/providers.tsx'
import { RefererRegisterScreen } from '#client/features/referer/referer-register-screen.tsx'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

it('counts what is wrong beside its button, and each entry leads to its box', async () => {
  fakeServer({})
  const user = openScreen({ Screen: RefererRegisterScreen, at: '/referer-register' })
  await user.click(await screen.findByLabelText(/^I accept the terms/))
  expect(screen.queryByText(/to correct$/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  const title = await screen.findByText(/^\d+ things to correct$/)
  const list = within(title.parentElement ?? document.body)
  const entries = list.getAllByRole('button')
  expect(title).toHaveTextContent(`${entries.length} things to correct`)
  expect(screen.getByLabelText('Full name')).toHaveFocus()
  await user.click(list.getByRole('button', { name: 'Account number must be 8 digits' }))
  expect(screen.getByLabelText('Account number')).toHaveFocus()
  await fillIn(user, 'Account number', '12345678')
  await waitFor(() => expect(list.getAllByRole('button')).toHaveLength(entries.length - 1))
})

function renderPage(data: Parameters<typeof makePageData>[0] = {}): string {
  return renderToString(
    <MemoryRouter initialEntries={['/referer-register']}>
      <Providers data={makePageData(data)}>
        <RefererRegisterScreen />
      </Providers>
    </MemoryRouter>,
  )
}

it('names the rate of VAT that is in force for payouts', () => {
  const page = renderPage({ payoutVatRate: 0.175 }).replaceAll('<!-- -->', '')
  expect(page).toContain('each payout has 17.5% VAT on top')
  expect(page).not.toContain('20% VAT')
})

it('has the country in the page before its script has come', () => {
  expect(renderPage()).toMatch(/<input[^>]*name="businessCountry"[^>]*value="United Kingdom"/)
})
