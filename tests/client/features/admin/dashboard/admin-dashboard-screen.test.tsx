import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findRoute } from '#client/app/routes.tsx'
import {
  ADMIN_EMAIL,
  aReferer,
  aSummary,
  SIGNED_IN,
  SIGNED_OUT,
} from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { findElsewhere, pass } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, loseNetwork, refuse } from '#tests/support/fake-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

const findSummary = () => screen.findByRole('table', { name: 'Referers Summary' })

const figures = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

describe('the running quarter', () => {
  const running = () => ({ quarterYear: '2026-Q4', finalPrice: '3540.04' })

  it('comes first with its sales, by the clock of the shop', async () => {
    vi.useFakeTimers({ now: new Date('2031-05-21T10:00:00.000Z'), toFake: ['Date'] })
    openDashboard({ reports: { running } })
    expect(await screen.findByText('£3,540.04')).toBeVisible()
    expect(figures()).toEqual(['Sales in Q4 2026', 'Total Commissions', 'Unpaid Commissions', 'Active Clubs'])
  })

  it('stays where the referers could not be had', async () => {
    openDashboard({ reports: { running }, referersSummary: () => breakDown() })
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await screen.findByText('£3,540.04')).toBeVisible()
    expect(figures()).toEqual(['Sales in Q4 2026'])
  })

  it('is asked for again where it could not be had', async () => {
    let isBroken = true
    const { user } = openDashboard({ reports: { running: () => (isBroken ? breakDown() : running()) } })
    const note = within(await screen.findByRole('alert'))
    expect(note.getByText('The sales of this quarter could not be loaded')).toBeVisible()
    expect(figures()).toEqual(['Total Commissions', 'Unpaid Commissions', 'Active Clubs'])
    isBroken = false
    await user.click(note.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£3,540.04')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('who may see the back office', () => {
  it('says that it looks while it looks', async () => {
    const { server } = openDashboard({ session: () => new Promise(() => undefined) })
    expect(screen.getByRole('status')).toHaveTextContent('Verifying admin access...')
    await waitFor(() => expect(server.inputsOf('admin.session')).toHaveLength(1))
    expect(screen.getByRole('navigation', { name: 'Back office' })).toBeVisible()
    expect(screen.queryByText('Total Commissions')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
  })

  it('sends everybody else to the sign-in, and asks for nothing', async () => {
    const { server } = openDashboard({ session: () => SIGNED_OUT })
    expect(await findElsewhere()).toBe('/admin-login')
    expect(server.calls.map(({ path }) => path)).toEqual(['admin.session'])
  })

  it('does not take a failed check for an answer', async () => {
    let isAway = true
    const session = () => (isAway ? loseNetwork() : SIGNED_IN)
    const { user } = openDashboard({ session })
    expect(await screen.findByText('Network error. Please try again.')).toBeVisible()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Commission Management Dashboard',
    )
  })

  it('asks again every ten minutes, and leaves when the session is over', async () => {
    vi.useFakeTimers()
    let isOver = false
    const { server } = openDashboard({ session: () => (isOver ? SIGNED_OUT : SIGNED_IN) })
    await pass(1_000)
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await pass(9 * 60_000)
    expect(server.inputsOf('admin.session')).toHaveLength(1)
    isOver = true
    await pass(60_000)
    expect(server.inputsOf('admin.session')).toHaveLength(2)
    expect(screen.getByRole('main', { name: 'Elsewhere' })).toHaveTextContent('/admin-login')
  })

  it('leaves at once when a call is refused for want of a session', async () => {
    let isOver = false
    const { user } = openDashboard({
      session: () => (isOver ? SIGNED_OUT : SIGNED_IN),
      refererPayouts: () => refuse('NOT_SIGNED_IN'),
    })
    const toggle = await screen.findByRole('button', { name: 'Hedgerow Flying Club' })
    isOver = true
    await user.click(toggle)
    expect(await findElsewhere()).toBe('/admin-login')
  })

  it('is looked for again where Back brings the page as it was left', async () => {
    let isOver = false
    openDashboard({ session: () => (isOver ? SIGNED_OUT : SIGNED_IN) })
    await screen.findByText(ADMIN_EMAIL)
    isOver = true
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(await findElsewhere()).toBe('/admin-login')
  })
})

describe('the head', () => {
  it('says who is in and leads home', async () => {
    openDashboard()
    expect(await screen.findByText(ADMIN_EMAIL)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to homepage' })).toHaveAttribute('href', '/')
    const bulk = screen.queryByRole('link', { name: 'Bulk Email' })
    if (findRoute('/bulk-email')) expect(bulk).toHaveAttribute('href', '/bulk-email')
    else expect(bulk).toBeNull()
  })

  it('signs out', async () => {
    const { user, server } = openDashboard({ logout: () => ({ success: true }) })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await findElsewhere()).toBe('/admin-login')
    expect(server.inputsOf('admin.logout')).toHaveLength(1)
  })

  it('says when signing out failed, and stays', async () => {
    const { user } = openDashboard({ logout: () => loseNetwork() })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('Network error. Please try again.')).toBeVisible()
    expect(screen.getByText(ADMIN_EMAIL)).toBeVisible()
  })
})

describe('the summary', () => {
  it('shows the three figures', async () => {
    openDashboard()
    for (const [label, figure] of [
      ['Total Commissions', '£162.32'],
      ['Unpaid Commissions', '£109.42'],
      ['Active Clubs', '1'],
    ] as const) {
      const term = await screen.findByText(label)
      await waitFor(() => expect(term.nextElementSibling).toHaveTextContent(figure))
    }
  })

  it('says when there are no referers', async () => {
    openDashboard({ referersSummary: () => [] })
    expect(await screen.findByText('No referers found')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Expand all' })).toBeNull()
  })

  it('says when it could not be had, and tries again', async () => {
    let isBroken = true
    const { user } = openDashboard({ referersSummary: () => (isBroken ? breakDown() : [aSummary()]) })
    await screen.findByText('An unexpected error occurred. Please try again.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findSummary()).toBeVisible()
  })

  it.each([
    ['bankChanges', 'Changes of bank details could not be loaded'],
    ['unprocessedQuarters', 'Quarters without payouts could not be loaded'],
    ['payoutRuns', 'Payouts to pay could not be loaded'],
  ] as const)('says when %s could not be had, and tries again', async (part, words) => {
    let isBroken = true
    const { user } = openDashboard({ [part]: () => (isBroken ? breakDown() : []) })
    const note = within(await screen.findByRole('alert'))
    expect(note.getByText(words)).toBeVisible()
    isBroken = false
    await user.click(note.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('opens all referers and closes them again', async () => {
    const second = aSummary({ club: aReferer({ id: 'club-windsock', name: 'Windsock Aero Group' }) })
    const { user } = openDashboard({ referersSummary: () => [aSummary(), second] })
    await user.click(await screen.findByRole('button', { name: 'Expand all' }))
    await waitFor(() => expect(screen.getAllByText('No quarterly data available')).toHaveLength(2))
    for (const name of ['Hedgerow Flying Club', 'Windsock Aero Group']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true')
    }
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(screen.queryByText('No quarterly data available')).toBeNull()
  })

  it('names the first five, the totals of all, and the way to all', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      aSummary({
        club: aReferer({ id: `club-${index}`, name: `Club ${index}`, referralCode: `CLUB${index}` }),
        commissionCount: index,
      }),
    )
    openDashboard({ referersSummary: () => many })
    const table = await findSummary()
    expect(within(table).getAllByRole('rowheader')).toHaveLength(6)
    expect(within(table).getByRole('row', { name: /^All referers/ })).toHaveTextContent('1,770')
    expect(screen.queryByLabelText('Find a referer')).toBeNull()
    expect(screen.getByRole('link', { name: 'All 60 clubs' })).toHaveAttribute('href', '/admin/clubs')
    expect(screen.getByRole('button', { name: 'Add New Referer' })).toBeVisible()
  })
})
