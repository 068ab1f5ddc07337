import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authToken, refererSession } from '#client/lib/stored.ts'
import { fakeServer } from '#tests/support/fake-server.ts'
import { renderShop } from './render-shop.tsx'

const SAM = { id: 'sam-1', username: 'sam', email: 'sam@example.com' }

afterEach(() => {
  vi.unstubAllGlobals()
})

function signIn() {
  authToken.write('token-of-sam')
  fakeServer({ auth: { me: () => ({ id: SAM.id, user: SAM }) } })
}

test('a visitor sees films, prices, help, and the ways to sign in', () => {
  renderShop({ at: '/support' })
  const head = within(screen.getByRole('banner'))
  const hrefOf = (name: string) => head.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Videos')).toBe('/#videos')
  expect(hrefOf('Pricing')).toBe('/#pricing')
  expect(hrefOf('Support')).toBe('/support')
  expect(hrefOf('Help')).toBe('/support')
  expect(hrefOf('Sign In')).toBe('/login')
  expect(hrefOf('Sign Up')).toBe('/register')
  expect(head.queryByRole('link', { name: 'My Videos' })).toBeNull()
})

test('a student is greeted, has My Videos and can sign out', async () => {
  signIn()
  renderShop({ at: '/support' })
  const head = within(screen.getByRole('banner'))
  expect(await head.findByText('Welcome, sam')).toBeVisible()
  expect(head.getByRole('link', { name: 'My Videos' })).toHaveAttribute('href', '/dashboard/sam-1')
  expect(head.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
})

test.each(['/admin-login', '/club-portal', '/referer-portal', '/referer-reset-password'])(
  '%s shows no way to sign in as a student, and no cart',
  (at) => {
    renderShop({ at })
    const head = within(screen.getByRole('banner'))
    expect(head.getByRole('link', { name: 'Videos' })).toBeVisible()
    expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
    expect(head.queryByRole('button', { name: /^Cart/ })).toBeNull()
  },
)

test('pages of the portal show the club that is signed in, not the student beside it', async () => {
  signIn()
  refererSession.write({
    id: 'r1',
    name: 'Hedgerow Flying Club',
    referralCode: 'HEDGEROW17',
    commissionPercentage: 5,
    token: 'token-of-hedgerow',
  })
  const { user } = renderShop({ at: '/referer-reset-password' })
  const head = within(screen.getByRole('banner'))
  expect(await head.findByText('Hedgerow Flying Club')).toBeVisible()
  expect(head.getByRole('button', { name: 'Log out' })).toBeVisible()
  expect(head.queryByText('Welcome, sam')).toBeNull()
  await user.click(head.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Hedgerow Flying Club' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Videos',
    'Pricing',
    'Support',
  ])
  await user.click(menu.getByRole('link', { name: 'Support' }))
  expect(await head.findByText('Welcome, sam')).toBeVisible()
  expect(head.queryByText('Hedgerow Flying Club')).toBeNull()
})

test('while the token is checked neither is shown', () => {
  signIn()
  renderShop({ at: '/support' })
  const head = within(screen.getByRole('banner'))
  expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(head.queryByText(/Welcome/)).toBeNull()
})

test('the menu of small screens leads on and closes', async () => {
  const { user, address } = renderShop({ at: '/support' })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  await user.click(menu.getByRole('link', { name: 'Sign In' }))
  // The address follows once the screen it names is loaded.
  await waitFor(() => expect(address()).toBe('/login'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
