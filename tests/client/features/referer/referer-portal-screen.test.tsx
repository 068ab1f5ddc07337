import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { breakDown, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { ACCOUNT, findNotice, keptSession, LOGIN, NOTHING, openPortal, PORTAL } from './open-portal.tsx'

describe('signing in', () => {
  it('takes code and password, keeps the session JSON and sends it with every call', async () => {
    const { server, user } = openPortal({ isSignedIn: false, referer: { login: () => LOGIN } })
    await fillIn(user, 'Referral code', 'hedgerow17')
    await fillIn(user, 'Password', 'windsock by the hedge')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('heading', { name: 'Hedgerow Flying Club' })).toBeVisible()
    const session = {
      id: LOGIN.id,
      name: LOGIN.name,
      referralCode: 'HEDGEROW17',
      commissionPercentage: 5,
      token: LOGIN.token,
    }
    expect(keptSession()).toEqual(session)
    await screen.findByText('Total Unpaid')
    const headers = server.calls
      .filter(({ path }) => path !== 'referer.login')
      .map(({ authorization }) => JSON.parse(authorization ?? 'null'))
    expect(headers).toEqual([session, session])
    expect(JSON.stringify({ ...localStorage })).not.toContain('windsock')
  })

  it('says what is missing, and that the two do not fit', async () => {
    const { user } = openPortal({
      isSignedIn: false,
      referer: { login: () => refuse('REFERER_LOGIN_FAILED') },
    })
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Please enter your referral code.')).toBeVisible()
    expect(screen.getByText('Please enter your password.')).toBeVisible()
    await fillIn(user, 'Referral code', 'HEDGEROW17')
    await fillIn(user, 'Password', 'wrong')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    const notice = await findNotice()
    expect(await notice.findByText('Login Failed')).toBeVisible()
    expect(notice.getByText('Invalid referral code or password')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(keptSession()).toBeNull()
  })

  it('leads to a forgotten password and to the application', async () => {
    openPortal({ isSignedIn: false })
    expect(await screen.findByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password?type=referer',
    )
    expect(screen.getByRole('link', { name: 'Become a Referer' })).toHaveAttribute(
      'href',
      '/referer-register',
    )
  })

  it('goes by the name of today, in the header too, and asks once', async () => {
    const { server } = openPortal({ referer: { account: () => ({ ...ACCOUNT, name: 'Hedgerow Gliding' }) } })
    expect(await screen.findByRole('heading', { name: 'Hedgerow Gliding' })).toBeVisible()
    expect(within(screen.getByRole('banner')).getByText('Hedgerow Gliding')).toBeVisible()
    expect(keptSession()).toMatchObject({ name: 'Hedgerow Gliding', token: LOGIN.token })
    await screen.findByText('Total Unpaid')
    expect(server.inputsOf('referer.account')).toHaveLength(1)
  })

  it('forgets a session that the server takes no more, and says so', async () => {
    openPortal({ referer: { account: () => refuse('NOT_SIGNED_IN') } })
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
    expect(keptSession()).toBeNull()
  })

  it('does not say so to anyone who came in again and went out by themselves', async () => {
    let isOver = true
    const { user } = openPortal({
      referer: {
        account: () => (isOver ? refuse('NOT_SIGNED_IN') : ACCOUNT),
        login: () => LOGIN,
        logout: () => ({ success: true }),
      },
    })
    await screen.findByText('Your session has ended. Please log in again.')
    isOver = false
    await fillIn(user, 'Referral code', 'HEDGEROW17')
    await fillIn(user, 'Password', 'windsock by the hedge')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
    expect(screen.queryByText('Your session has ended. Please log in again.')).toBeNull()
  })

  it('keeps the session where no answer came, and asks again', async () => {
    let isAway = true
    const { user } = openPortal({ referer: { account: () => (isAway ? loseNetwork() : ACCOUNT) } })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(keptSession()).not.toBeNull()
    isAway = false
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Hedgerow Flying Club' })).toBeVisible()
  })

  it('asks for a password of one’s own before anything else, where an admin set it', async () => {
    let isOwn = false
    const { server, user } = openPortal({
      referer: {
        account: () => ({ ...ACCOUNT, mustChangePassword: !isOwn }),
        changePassword: () => {
          isOwn = true
          return { ...LOGIN, token: 'another-token' }
        },
      },
    })
    const words = 'Please choose a password of your own before you go on.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText('Total Commission')).toBeNull()
    await fillIn(user, 'Current password', 'six666')
    await fillIn(user, 'New password', 'crosswind-teapot')
    await fillIn(user, 'Confirm new password', 'crosswind-teapot')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Total Unpaid')).toBeVisible()
    expect(keptSession()).toMatchObject({ token: 'another-token' })
    expect(server.inputsOf('referer.changePassword')).toEqual([
      { currentPassword: 'six666', newPassword: 'crosswind-teapot' },
    ])
  })

  it('logs out here even where the server cannot be told', async () => {
    const { server, user } = openPortal({ referer: { logout: () => loseNetwork() } })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
    expect(keptSession()).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(server.inputsOf('referer.logout')).toHaveLength(1)
  })

  it('shows no one the figures of who was signed in before', async () => {
    const other = { ...LOGIN, name: 'Windsock Aero Group', referralCode: 'WINDSOCK2', token: 'token-2' }
    let isOther = false
    const { user } = openPortal({
      referer: {
        account: () => (isOther ? { ...ACCOUNT, name: other.name, referralCode: 'WINDSOCK2' } : ACCOUNT),
        portal: () => (isOther ? NOTHING : PORTAL),
        logout: () => ({ success: true }),
        login: () => other,
      },
    })
    await screen.findByText('£162.32', { selector: '.stats dd' })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    isOther = true
    await fillIn(user, 'Referral code', 'WINDSOCK2')
    await fillIn(user, 'Password', 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('heading', { name: 'Windsock Aero Group' })).toBeVisible()
    expect(await screen.findByText('No referrals yet')).toBeVisible()
    expect(screen.queryByText('£162.32')).toBeNull()
  })
})

const WORKING = '£321.30 − £53.55 VAT − £17.55 card fee = £250.20, 5% of it'

describe('the money', () => {
  it('shows the totals, the real quarter and where every penny is', async () => {
    openPortal({ at: '/referer-portal' })
    await screen.findByText('Total Unpaid')
    const figures = [...document.querySelectorAll('.stats > div')].map((box) => box.textContent)
    expect(figures).toEqual([
      'Total Commission£162.32',
      'This Quarter (Q4 2026)£41.28',
      'Total Unpaid£109.42',
    ])
    const rows = [...document.querySelectorAll('.money-rows > div')].map((row) => row.textContent)
    expect(rows).toEqual([
      'Paid£52.90',
      'Due, in payouts not yet paid£68.14',
      'Carried forward£8.76',
      'Earned this quarter£32.52',
      'Total Commission£162.32',
    ])
  })

  it('says of every referral what became of it, in the server’s order', async () => {
    openPortal()
    const [, ...rows] = within(await screen.findByRole('table', { name: 'Referrals' })).getAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['£12.51', WORKING, 'EarnedEstimate, until the card fee is known'],
      ['£8.76', WORKING, 'Carried forward'],
      ['£10.41', WORKING, 'DueEarned £12.51, reversed £2.10, paid £10.41'],
      ['£2.20', WORKING, 'PaidCorrected by minus £0.03 for the card fee'],
      ['£0.00', WORKING, 'ReversedEarned £12.51, reversed £12.51, paid £0.00'],
    ])
    expect(screen.getByRole('region', { name: 'Referrals, newest first' })).toHaveAttribute('tabindex', '0')
  })

  it('lists payouts with date and document, which is downloaded', async () => {
    const saved = watchDownloads()
    const { server, user } = openPortal({
      referer: { invoice: () => ({ filename: 'CS-000004.pdf', contentBase64: btoa('%PDF-1.7') }) },
    })
    const [, due, paid] = within(await screen.findByRole('table', { name: 'Payouts' })).getAllByRole('row')
    expect(screen.getByRole('region', { name: 'Payouts, newest first' })).toHaveAttribute('tabindex', '0')
    expect(due).toHaveTextContent('Q3 20269£68.14£13.63£81.77Due')
    expect(paid).toHaveTextContent('Q2 20269£52.90–£52.90Paid8 Jul 2026Statement (PDF)')
    await user.click(screen.getByRole('button', { name: 'Statement (PDF), CS-000004' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('CS-000004.pdf')
    expect(server.inputsOf('referer.invoice')).toEqual([{ payoutId: 'p2' }])
  })

  it('says that a document could not be fetched', async () => {
    const { user } = openPortal({ referer: { invoice: () => breakDown(503) } })
    await user.click(await screen.findByRole('button', { name: /^Statement/ }))
    expect(await (await findNotice()).findByText('The file could not be fetched')).toBeVisible()
  })

  it('tells what was forfeited', async () => {
    const states = { ...PORTAL.states, forfeited: '-8.76' }
    openPortal({ referer: { portal: () => ({ ...PORTAL, states }) } })
    expect(await screen.findByText('Forfeited, taken off already')).toBeVisible()
    expect(screen.getByText('−£8.76')).toBeVisible()
  })

  it('says what is not there yet', async () => {
    openPortal({ referer: { portal: () => NOTHING } })
    expect(await screen.findByText('No referrals yet')).toBeVisible()
    expect(screen.getByText('No payouts yet')).toBeVisible()
  })

  it('that cannot be fetched is asked for again', async () => {
    let isAway = true
    const { user } = openPortal({ referer: { portal: () => (isAway ? breakDown() : PORTAL) } })
    expect(await screen.findByText('Failed to fetch referrals')).toBeVisible()
    expect(screen.getByText('Failed to fetch payouts')).toBeVisible()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Total Unpaid')).toBeVisible()
  })
})
