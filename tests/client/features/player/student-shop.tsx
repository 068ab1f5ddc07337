import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { createQueryClient } from '#client/lib/query-client.ts'
import { clearToasts } from '#client/lib/toast.ts'
import { Toasts } from '#client/lib/toasts.tsx'
import { createTrpcClient, trpc } from '#client/lib/trpc.ts'
import { PageDataProvider } from '#client/site/page-data-context.tsx'
import { type Session, SessionContext } from '#client/site/session/use-session.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'

export const SAM = { id: 'student-sam', username: 'sam', email: 'sam@example.com' }

export const SIGNED_IN: Pick<Session, 'status' | 'user'> = { status: 'signed-in', user: SAM }

type Shop = {
  session?: Pick<Session, 'status' | 'user'>
  at?: string
  children: ReactNode
}

/** What the shop puts round a screen, with a student in it. Call `studentServer` first. */
export function renderShop({ session = SIGNED_IN, at = '/', children }: Shop) {
  clearToasts()
  onTestFinished(() => clearToasts())
  const queryClient = createQueryClient()
  const client = createTrpcClient()
  let address = at
  function Address() {
    address = useLocation().pathname
    return null
  }
  const shop = (known: Pick<Session, 'status' | 'user'>) => (
    <StrictMode>
      <MemoryRouter initialEntries={[at]}>
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <PageDataProvider data={makePageData()}>
              <SessionContext value={{ ...known, signIn: () => undefined, signOut: async () => undefined }}>
                {children}
                <Toasts />
                <Address />
              </SessionContext>
            </PageDataProvider>
          </QueryClientProvider>
        </trpc.Provider>
      </MemoryRouter>
    </StrictMode>
  )
  const view = render(shop(session))
  return {
    user: userEvent.setup({ delay: null }),
    address: () => address,
    /** Who this is becomes known, or changes. */
    becomes: (known: Pick<Session, 'status' | 'user'>) => view.rerender(shop(known)),
  }
}

/**
 * The player sends its saves one by one, the rest of the shop its calls in batches: the single ones are put into a
 * batch of one. Files beside a video are answered by `file`.
 */
export function studentServer(answers: Answers, file: (path: string) => string = () => '') {
  const server = fakeServer(answers, async ({ pathname }) => new Response(file(pathname)))
  const batched = fetch
  const keptAlive: string[] = []
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}) => {
    const url = new URL(target, location.origin)
    if (!url.pathname.startsWith('/trpc/') || url.searchParams.has('batch')) return batched(url, init)
    if (init.keepalive) keptAlive.push(url.pathname)
    const answer = await batched(`${url}?batch=1`, { ...init, body: `{"0":${String(init.body)}}` })
    const [only] = await answer.json()
    return Response.json(only)
  })
  return { ...server, keptAlive }
}

/** With fake timers: lets time pass, and React draw what came of it. */
export async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
