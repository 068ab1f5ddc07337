import { act, configure, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type ComponentType, StrictMode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { Providers } from '#client/app/providers.tsx'
import { clearToasts } from '#client/lib/toast.ts'
import { Toasts } from '#client/lib/toasts.tsx'
import type { PageData } from '#client/site/page-data.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'

// A busy machine is slow to load a screen's code for the first time; nothing here measures time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

export const SAM: UserOutput = { id: 'student-sam', username: 'sam', email: 'sam@example.com' }
export const TOKEN = 'token-of-sam'

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <main aria-label="Elsewhere">{pathname + search}</main>
}

type Opening = {
  Screen: ComponentType
  /** Path and query at which it is opened. */
  at: string
  /** A token in the browser; the test answers `auth.me`. */
  isSignedIn?: boolean
  data?: Partial<PageData>
  /** As wide as any screen asks. */
  isWide?: boolean
}

/** Opens one screen as the app does, strict mode included; every other address shows itself. */
export function openScreen({ Screen, at, isSignedIn = false, data = {}, isWide = false }: Opening) {
  speakPlainly()
  clearToasts()
  if (isSignedIn) localStorage.setItem('auth_token', TOKEN)
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => clearToasts())
  const [path = ''] = at.split(/[?#]/)
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[at]}>
        <Providers data={makePageData(data)}>
          <Routes>
            <Route path={path} element={<Screen />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
          <Toasts />
        </Providers>
      </MemoryRouter>
    </StrictMode>,
  )
  return userEvent.setup({ delay: null })
}

/** Puts a text into a field all at once, as a password manager does. */
export async function fillIn(user: UserEvent, label: string | RegExp, text: string) {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}

/** The address of the screen that was gone to. */
export async function findElsewhere() {
  return (await screen.findByRole('main', { name: 'Elsewhere' })).textContent
}

/** With fake timers: lets `ms` pass, and React draw what came of it. */
export async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
