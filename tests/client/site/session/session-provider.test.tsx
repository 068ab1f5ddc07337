import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/lib/query-client.ts'
import { authToken } from '#client/lib/stored.ts'
import { createTrpcClient, trpc } from '#client/lib/trpc.ts'
import { SessionProvider } from '#client/site/session/session-provider.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'

const SAM = { id: 'sam-1', username: 'sam', email: 'sam@example.com' }
const ME = { id: SAM.id, user: SAM }

function tokensOf({ calls }: ReturnType<typeof fakeServer>, path: string) {
  return calls.filter((call) => call.path === path).map(({ authorization }) => authorization)
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Shown() {
  const { status, user, signIn, signOut } = useSession()
  const videos = trpc.progress.videos.useQuery({ userId: SAM.id }, { enabled: false })
  return (
    <>
      <p>{user ? `signed in as ${user.username}` : status}</p>
      <button type="button" onClick={() => signIn('new-token', SAM)}>
        Sign in
      </button>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
      <button type="button" onClick={() => void videos.refetch()}>
        Ask for films
      </button>
    </>
  )
}

function renderSession() {
  const reload = vi.fn<() => void>()
  const queryClient = createQueryClient()
  render(
    <trpc.Provider client={createTrpcClient()} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider reload={reload}>
          <Shown />
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return { reload, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}

test('without a token no student is signed in, and nothing is asked', () => {
  const server = fakeServer({})
  renderSession()
  expect(screen.getByText('signed-out')).toBeVisible()
  expect(server.calls).toEqual([])
})

test('a token is checked with the server, which is sent it as a bearer', async () => {
  const server = fakeServer({ auth: { me: () => ME } })
  authToken.write('old-token')
  renderSession()
  expect(screen.getByText('loading')).toBeVisible()
  expect(await screen.findByText('signed in as sam')).toBeVisible()
  expect(tokensOf(server, 'auth.me')).toEqual(['Bearer old-token'])
})

test('a token under the older name is moved once', async () => {
  fakeServer({ auth: { me: () => ME } })
  localStorage.setItem('token', 'legacy-token')
  renderSession()
  expect(await screen.findByText('signed in as sam')).toBeVisible()
  expect(localStorage.getItem('auth_token')).toBe('legacy-token')
  expect(localStorage.getItem('token')).toBeNull()
})

test('a token that the server rejects is dropped', async () => {
  fakeServer({ auth: { me: () => refuse('NOT_SIGNED_IN') } })
  authToken.write('revoked-token')
  renderSession()
  await waitFor(() => expect(authToken.read()).toBeNull())
  expect(screen.getByText('signed-out')).toBeVisible()
})

const failures: readonly (readonly [string, () => never])[] = [
  ['the network is away', loseNetwork],
  ['the server is out of order', () => refuse('SERVICE_UNAVAILABLE')],
]

describe.each(failures)('while %s', (_words, fail) => {
  test('the page shows signed out, keeps the token, and a recheck after 5 seconds brings the person back', async () => {
    let isAway = true
    const server = fakeServer({ auth: { me: () => (isAway ? fail() : ME) } })
    authToken.write('good-token')
    renderSession()
    expect(await screen.findByText('signed-out')).toBeVisible()
    expect(authToken.read()).toBe('good-token')

    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(server.inputsOf('auth.me')).toHaveLength(2)
    expect(screen.getByText('signed-out')).toBeVisible()

    isAway = false
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText('signed in as sam')).toBeVisible()

    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(server.inputsOf('auth.me')).toHaveLength(3)
  })
})

test('signing in keeps the token and calls no procedure', async () => {
  const server = fakeServer({})
  const { user } = renderSession()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('signed in as sam')).toBeVisible()
  expect(authToken.read()).toBe('new-token')
  expect(server.calls).toEqual([])
})

test('signing out tells the server, forgets the token and loads the page again', async () => {
  const server = fakeServer({ auth: { me: () => ME, logout: () => ({ success: true }) } })
  authToken.write('old-token')
  const { user, reload } = renderSession()
  await screen.findByText('signed in as sam')
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(tokensOf(server, 'auth.logout')).toEqual(['Bearer old-token'])
  expect(authToken.read()).toBeNull()
})

test('signing out works without the server', async () => {
  fakeServer({ auth: { me: () => ME, logout: loseNetwork } })
  authToken.write('old-token')
  const { user, reload } = renderSession()
  await screen.findByText('signed in as sam')
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(authToken.read()).toBeNull()
})

test('a call that is refused for want of a session ends it here too', async () => {
  let isRevoked = false
  fakeServer({
    auth: { me: () => (isRevoked ? refuse('NOT_SIGNED_IN') : ME) },
    progress: { videos: () => refuse('NOT_SIGNED_IN') },
  })
  authToken.write('old-token')
  const { user } = renderSession()
  await screen.findByText('signed in as sam')
  isRevoked = true
  await user.click(screen.getByRole('button', { name: 'Ask for films' }))
  expect(await screen.findByText('signed-out')).toBeVisible()
  expect(authToken.read()).toBeNull()
})

test('another tab that signs out signs this one out', async () => {
  fakeServer({ auth: { me: () => ME } })
  authToken.write('old-token')
  renderSession()
  await screen.findByText('signed in as sam')
  localStorage.removeItem('auth_token')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
  expect(screen.getByText('signed-out')).toBeVisible()
})
