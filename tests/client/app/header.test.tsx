import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authToken, refererSession } from '#client/lib/stored.ts'
import { ADMIN_EMAIL, backOffice, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { anOutcome } from '#tests/client/features/checkout/open-checkout.tsx'
import { answersOf } from '#tests/client/features/dashboard/open-dashboard.tsx'
import { ACCOUNT, NOTHING } from '#tests/client/features/referer/open-portal.tsx'
import { fakeServer, refuse } from '#tests/support/fake-server.ts'
import { renderShop } from './render-shop.tsx'

const HEDGEROW = {
  id: 'r1',
  name: 'Hedgerow Flying Club',
  referralCode: 'HEDGEROW17',
  commissionPercentage: 5,
  token: 'token-of-hedgerow',
}

const SAM = { id: 'sam-1', username: 'sam', email: 'sam@example.com' }

afterEach(() => {
  vi.unstubAllGlobals()
})

function signIn() {
  authToken.write('token-of-sam')
  fakeServer({ auth: { me: () => ({ id: SAM.id, user: SAM }) } })
}

test('a visitor sees videos, prices, help, and the ways to sign in', () => {
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

test('whoever is on the way to pay stays on it, whichever Sign Up is pressed', async () => {
  const { user } = renderShop({ at: '/login?redirect=checkout' })
  const head = within(screen.getByRole('banner'))
  expect(head.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register?redirect=checkout')
  await user.click(head.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?redirect=checkout')
})

test('a payment that waits at Klarna is in the header, and leads to where it is told how it goes', async () => {
  authToken.write('token-of-sam')
  const videos = [{ videoId: 2, title: 'Navigation' }]
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    checkout: { pending: () => ({ orderId: 'order-1', method: 'Klarna', total: '60.00', videos }) },
  })
  renderShop({ at: '/support' })
  const head = within(screen.getByRole('banner'))
  const link = await head.findByRole('link', { name: 'Payment on its way' })
  expect(link).toHaveAttribute('href', '/checkout-success?order=order-1')
})

test.each(['/dashboard/sam-1', '/checkout-success?order=order-1'])(
  '%s says itself that a payment waits: the header does not',
  async (at) => {
    authToken.write('token-of-sam')
    const outcome = anOutcome({ status: 'processing', method: 'Klarna' })
    const { inputsOf } = fakeServer({
      auth: { me: () => ({ id: SAM.id, user: SAM }) },
      checkout: {
        pending: () => ({
          orderId: 'order-1',
          method: 'Klarna',
          total: '60.00',
          videos: [{ videoId: 2, title: 'Navigation' }],
        }),
        orderStatus: () => outcome,
      },
      progress: answersOf({ ids: [2] }),
    })
    renderShop({ at })
    const main = within(screen.getByRole('main'))
    expect(await main.findByText(/^Klarna has not confirmed yet\./)).toBeVisible()
    expect(screen.getAllByText(/^Payment on its way/)).toHaveLength(1)
    // Shown as the header knows it, and asked for all the same.
    const asks = at.startsWith('/checkout-success') ? 1 : 0
    await waitFor(() => expect(inputsOf('checkout.orderStatus')).toHaveLength(asks))
  },
)

test('a student is greeted, has My Videos and can sign out', async () => {
  signIn()
  const { user } = renderShop({ at: '/support' })
  const head = within(screen.getByRole('banner'))
  expect(await head.findByText('Welcome, sam')).toBeVisible()
  expect(head.getByRole('link', { name: 'My Videos' })).toHaveAttribute('href', '/dashboard/sam-1')
  expect(head.getByRole('link', { name: 'Notes' })).toHaveAttribute('href', '/notes')
  const main = within(head.getByRole('navigation', { name: 'Main' }))
  const names = main.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['Videos', 'Pricing', 'My Videos', 'Support', 'Notes', 'Plan'])
  expect(head.getByRole('link', { name: 'Plan' })).toHaveAttribute('href', '/plan')
  expect(head.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
  await user.click(head.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Welcome, sam' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Videos',
    'Pricing',
    'My Videos',
    'Help and Support',
    'Notes and Search',
    'Plan',
    'Your account',
  ])
})

test('the back office shows no way to sign in as a student, and no cart', async () => {
  const server = fakeServer({ admin: { session: () => SIGNED_OUT } })
  renderShop({ at: '/admin-login' })
  // Else the question would reach the server of the test after this one.
  await waitFor(() => expect(server.inputsOf('admin.session')).toHaveLength(1))
  const head = within(screen.getByRole('banner'))
  expect(head.getByRole('link', { name: 'Videos' })).toBeVisible()
  expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(head.queryByRole('button', { name: /^Cart/ })).toBeNull()
})

test.each(['/club-portal', '/referer-portal', '/referer-reset-password'])(
  '%s has the header of the shop while no referer is signed in',
  async (at) => {
    const { unmount } = renderShop({ at })
    const head = () => within(screen.getByRole('banner'))
    expect(head().getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(head().getByRole('button', { name: /^Cart/ })).toBeVisible()
    unmount()
    signIn()
    renderShop({ at })
    expect(await head().findByText('Welcome, sam')).toBeVisible()
    expect(head().getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(head().getByRole('button', { name: /^Cart/ })).toBeVisible()
  },
)

test('pages of the portal show the referer that is signed in, not the student beside it', async () => {
  signIn()
  refererSession.write(HEDGEROW)
  const { user } = renderShop({ at: '/referer-reset-password' })
  const head = within(screen.getByRole('banner'))
  expect(await head.findByText('Hedgerow Flying Club')).toBeVisible()
  expect(head.getByRole('button', { name: 'Log out' })).toBeVisible()
  expect(head.queryByText('Welcome, sam')).toBeNull()
  expect(head.queryByRole('button', { name: /^Cart/ })).toBeNull()
  await user.click(head.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Hedgerow Flying Club' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Videos',
    'Pricing',
    'Help and Support',
  ])
  await user.click(menu.getByRole('link', { name: 'Help and Support' }))
  expect(await head.findByText('Welcome, sam')).toBeVisible()
  expect(head.queryByText('Hedgerow Flying Club')).toBeNull()
})

test('a referer that logs out and goes on keeps the focus it has taken elsewhere', async () => {
  let answer: () => void = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  fakeServer({
    referer: {
      account: () => refuse('NOT_SIGNED_IN'),
      async logout() {
        await answered
        return { success: true }
      },
    },
  })
  refererSession.write(HEDGEROW)
  const { user } = renderShop({ at: '/referer-reset-password' })
  const head = within(screen.getByRole('banner'))
  await user.click(await head.findByRole('button', { name: 'Log out' }))
  await user.click(head.getByRole('link', { name: 'Support' }))
  const search = await screen.findByRole('searchbox')
  await user.click(search)
  await act(async () => answer())
  await waitFor(() => expect(refererSession.read()).toBeNull())
  expect(search).toHaveFocus()
})

test('a referer that another tab signs in does not find what was shown to the one before', async () => {
  const other = { ...HEDGEROW, id: 'r2', name: 'Windsock Aero Group', token: 'token-2' }
  fakeServer({
    referer: {
      account: () => ({ ...ACCOUNT, name: refererSession.read()?.name ?? 'Nobody' }),
      portal: () => NOTHING,
    },
  })
  refererSession.write(HEDGEROW)
  const { user } = renderShop({ at: '/club-portal' })
  expect(await screen.findByRole('heading', { name: HEDGEROW.name })).toBeVisible()
  await screen.findByText('No payouts yet')
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Support' }))
  await screen.findByRole('searchbox')
  localStorage.setItem(refererSession.key, JSON.stringify(other))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: refererSession.key })))
  await user.click(screen.getByRole('link', { name: 'Referer Portal' }))
  expect(await screen.findByRole('heading', { name: other.name })).toBeVisible()
  expect(await screen.findByText('No payouts yet')).toBeVisible()
  expect(screen.queryByRole('heading', { name: HEDGEROW.name })).toBeNull()
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

test('the back office has one header: its places, who is in, the way out, and one way to the shop', async () => {
  backOffice()
  renderShop({ at: '/admin/security' })
  const head = within(screen.getByRole('banner'))
  expect(await head.findByText(ADMIN_EMAIL)).toBeVisible()
  expect(head.getByRole('link', { name: 'Back to homepage' })).toHaveAttribute('href', '/')
  expect(head.getByRole('button', { name: 'Log out' })).toBeVisible()
  const places = within(head.getByRole('navigation', { name: 'Back office' }))
  expect(places.getByRole('link', { name: 'Payouts' })).toHaveAttribute('href', '/admin/payouts')
  expect(places.getByRole('link', { name: 'Clubs' })).toHaveAttribute('href', '/admin/clubs')
  for (const name of ['Videos', 'Pricing', 'Support', 'Help'])
    expect(head.queryByRole('link', { name })).toBeNull()
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('Become a Referer')
})
