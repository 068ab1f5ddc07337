import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pass, SAM, SIGNED_IN } from '#tests/client/features/player/student-shop.tsx'
import { type Answers, breakDown, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { answersOf, findRow, OWN, openDashboard, videos } from './open-dashboard.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('shows the four figures', async () => {
  openDashboard(answersOf({ ids: [1, 2, 3] }))
  expect(await screen.findByText('43')).toBeVisible()
  const figures = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(figures).toEqual([
    ['Videos Owned', '3'],
    ['Completed', '1'],
    ['In Progress', '2'],
    ['Days Remaining', '43'],
  ])
})

test('each video has its progress, its badge, its last day and its button', async () => {
  const progress = [
    { videoId: 1, progress: 12, completed: true },
    { videoId: 2, progress: 47 },
    { videoId: 3, progress: 1 },
  ]
  openDashboard(answersOf({ ids: [1, 2, 3], progress }))
  const law = await findRow('Air Law')
  expect(law.getByText('Completed')).toBeVisible()
  expect(law.getByRole('progressbar', { name: 'Air Law watched' })).toHaveAttribute('aria-valuenow', '100')
  expect(law.getByRole('button', { name: 'Replay Air Law' })).toBeVisible()
  const navigation = await findRow('Navigation')
  expect(navigation.getByText('In Progress')).toBeVisible()
  expect(navigation.getByText('47%')).toBeVisible()
  expect(navigation.getByText('3 January 2027')).toBeVisible()
  expect(navigation.getByRole('button', { name: 'Continue Navigation' })).toBeVisible()
  const meteorology = await findRow('Meteorology')
  expect(meteorology.getByText('Not started')).toBeVisible()
  expect(meteorology.getByRole('button', { name: 'Start Meteorology' })).toBeVisible()
})

test('minutes watched and minutes left are the length together', async () => {
  const played = { progress: 37, watchedSeconds: 2331, durationSeconds: 6300 }
  const [video] = videos.filter(({ id }) => id === 3)
  openDashboard(answersOf({ ids: [3], progress: [{ videoId: 3, ...played }] }))
  const [, watched] = /^(\d+) of /.exec((await screen.findByText(/^\d+ of \d+ min$/)).textContent) ?? []
  const [, left] = /, (\d+) min left$/.exec(screen.getByText(/min left$/).textContent) ?? []
  expect(Number(watched) + Number(left)).toBe(video?.duration)
})

test('a completed film of which parts were left out says both', async () => {
  const played = { progress: 100, completed: true, durationSeconds: 6000 }
  const progress = [
    { videoId: 1, ...played, watchedSeconds: 5640 },
    { videoId: 2, ...played, watchedSeconds: 5700 },
  ]
  openDashboard(answersOf({ ids: [1, 2], progress }))
  expect((await findRow('Air Law')).getByText(/^seen to the end, \d+ of \d+ min watched$/)).toBeVisible()
  expect((await findRow('Navigation')).getByText(/^\d+ of \d+ min$/)).toBeVisible()
})

test('the line over the list stands there before the films come', () => {
  openDashboard(answersOf({ ids: [2] }), { session: { status: 'loading', user: null } })
  expect(screen.getByText('Notes and Search')).toBeInTheDocument()
  expect(screen.getByText('Invoices')).toBeInTheDocument()
})

test('a film leads to its order, and says what was asked back', async () => {
  const asking = { wish: 'refund' as const, askedAt: '2026-11-21T10:00:00.000Z' }
  const requests = [
    { ...asking, videoId: 2, orderId: 'order-1' },
    // Of the version before.
    { ...asking, videoId: 3 },
  ]
  openDashboard(answersOf({ ids: [1, 2, 3], requests }))
  const law = (await findRow('Air Law')).getByRole('link')
  expect(law).toHaveTextContent('Something wrong?')
  expect(law).toHaveAttribute('href', '/account/order?film=1')
  const asked = (await findRow('Navigation')).getByRole('link')
  expect(asked).toHaveAccessibleName('Refund asked for on 21 November 2026 Navigation')
  expect(asked).toHaveAttribute('href', '/account/order?order=order-1')
  const meteorology = (await findRow('Meteorology')).getByRole('link')
  expect(meteorology).toHaveAttribute('href', '/account/order?film=3')
})

test('the button opens the player', async () => {
  const { user, played } = openDashboard(answersOf({ ids: [2] }))
  await user.click(await screen.findByRole('button', { name: 'Start Navigation' }))
  expect(played).toEqual([2])
})

test('warns in good time before a video closes', async () => {
  openDashboard(answersOf({ ids: [2], daysRemaining: 9 }))
  expect((await findRow('Navigation')).getByText('Closes in 9 days')).toBeVisible()
})

test('a video that has closed can be bought again', async () => {
  openDashboard(answersOf({ closedIds: [1] }))
  const law = await findRow('Air Law')
  expect(law.getByText('Closed')).toBeVisible()
  expect(law.getByText('1 September 2026')).toBeVisible()
  expect(law.getByRole('link', { name: 'Buy again Air Law' })).toHaveAttribute('href', '/videos/air-law')
  expect(law.queryByRole('button')).not.toBeInTheDocument()
})

test('without videos it says where to find some', async () => {
  openDashboard(answersOf({}))
  expect(await screen.findByRole('heading', { name: 'No films yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See the films' })).toHaveAttribute('href', '/#videos')
})

test.each<[string, NonNullable<NonNullable<Answers['checkout']>['pricingHistory']>]>([
  ['to somebody who had it', () => ({ collectionDiscountUsed: true })],
  ['where that cannot be found out', () => breakDown()],
])('promises no discount %s', async (_case, pricingHistory) => {
  const server = openDashboard(answersOf({ ids: [1, 2, 3, 4, 5] }), { checkout: { pricingHistory } }).server
  expect(await screen.findByText(/^Two films would complete the set\. The new ones are open/)).toBeVisible()
  await waitFor(() => expect(server.inputsOf('checkout.pricingHistory')).toHaveLength(1))
  expect(screen.queryByText(/comes off/)).toBeNull()
})

test('names the videos that are still missing', async () => {
  openDashboard(answersOf({ ids: [1, 2, 3, 4, 5] }))
  expect(
    await screen.findByText(/^Two films would complete the set\. £40 comes off .* each\.$/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: /Communications/ })).toHaveAttribute(
    'href',
    '/videos/communications',
  )
})

test('the dashboard of another student is refused in words, and leads to one’s own', async () => {
  const own = answersOf({ ids: [2] })
  const { address, server } = openDashboard(
    {
      dashboard: ({ userId }) => (userId === SAM.id ? own.dashboard() : refuse('OWN_DASHBOARD_ONLY')),
      videos: ({ userId }) => (userId === SAM.id ? own.videos() : refuse('OWN_DASHBOARD_ONLY')),
    },
    { at: '/dashboard/somebody-else' },
  )
  await findRow('Navigation')
  expect(address()).toBe(OWN)
  expect(screen.getByRole('alert')).toHaveTextContent('Access DeniedYou can only view your own dashboard.')
  const others = server
    .inputsOf('progress.dashboard')
    .filter((input) => JSON.stringify(input).includes('somebody'))
  expect(others).toHaveLength(1)
})

test('a failure is tried three times more before it is told', async () => {
  vi.useFakeTimers()
  const { server } = openDashboard({ dashboard: () => breakDown(503), videos: () => [] })
  await pass(60_000)
  expect(server.inputsOf('progress.dashboard')).toHaveLength(4)
  expect(screen.getByRole('alert')).toHaveTextContent('Dashboard not found')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact')
})

test('videos that are there stay when they cannot be asked for again', async () => {
  vi.useFakeTimers()
  let isAway = false
  const { dashboard, videos } = answersOf({ ids: [2] })
  const { server } = openDashboard({
    dashboard: () => (isAway ? loseNetwork() : dashboard()),
    videos: () => (isAway ? loseNetwork() : videos()),
  })
  await pass(100)
  isAway = true
  fireEvent.click(screen.getByRole('button', { name: 'Film was closed' }))
  await pass(60_000)
  expect(server.inputsOf('progress.dashboard')).toHaveLength(5)
  expect(screen.getByRole('heading', { name: 'Navigation' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a payment on its way is shown with its films, and leads to how it goes', async () => {
  const videos = [{ videoId: 3, title: 'Meteorology' }]
  const pending = { orderId: 'order-9', method: 'Klarna', total: '60.00', videos }
  openDashboard(answersOf({ ids: [2] }), { checkout: { pending: () => pending } })
  expect(await screen.findByText('Payment on its way: Meteorology')).toBeVisible()
  expect(screen.getByText('Klarna has not confirmed yet.')).toBeVisible()
  const way = screen.getByRole('link', { name: 'See this payment' })
  expect(way).toHaveAttribute('href', '/checkout-success?order=order-9')
})

test('/dashboard leads to one’s own', async () => {
  const { address } = openDashboard(answersOf({ ids: [2] }), { at: '/dashboard' })
  await waitFor(() => expect(address()).toBe(OWN))
})

test('the heading stays the same element until the videos are there', async () => {
  const { becomes } = openDashboard(answersOf({ ids: [2] }), { session: { status: 'loading', user: null } })
  const heading = screen.getByRole('heading', { level: 1 })
  becomes(SIGNED_IN)
  expect(await screen.findByRole('button', { name: 'Start Navigation' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading)
})

test('/dashboard leads a visitor to sign in', async () => {
  const { address } = openDashboard({}, { at: '/dashboard', session: { status: 'signed-out', user: null } })
  await waitFor(() => expect(address()).toBe('/login'))
})

test('while the session is looked up there is a spinner', () => {
  const { address } = openDashboard({}, { at: '/dashboard', session: { status: 'loading', user: null } })
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(address()).toBe('/dashboard')
})

test('a visitor is sent to sign in after half a second, not before', async () => {
  vi.useFakeTimers()
  const { address } = openDashboard({}, { session: { status: 'signed-out', user: null } })
  await pass(499)
  expect(address()).toBe(OWN)
  await pass(1)
  expect(address()).toBe('/login')
})

test('a session that turns up within that half second stays', async () => {
  vi.useFakeTimers()
  const { address, becomes } = openDashboard(answersOf({ ids: [2] }), {
    session: { status: 'signed-out', user: null },
  })
  await pass(400)
  becomes(SIGNED_IN)
  await pass(2_000)
  expect(address()).toBe(OWN)
  expect(screen.getByRole('heading', { name: 'Navigation' })).toBeVisible()
})
