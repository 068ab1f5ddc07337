import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConsentBanner } from '#client/app/consent-banner.tsx'
import { analyticsConsent, reportPageView } from '#client/lib/analytics.ts'
import { CookieChoices } from '#client/site/cookie-choices.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

const SCRIPT = 'https://counter.example/count.js'
const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  analyticsConsent.clear()
  delete window.dataLayer
  for (const script of Array.from(document.scripts)) script.remove()
})

function open(analyticsScriptUrl: string | null = SCRIPT) {
  fakeServer({})
  const Screen = () => (
    <>
      <ConsentBanner reload={reload} />
      <CookieChoices />
    </>
  )
  return openScreen({ Screen, at: '/support', data: { analyticsScriptUrl } })
}

const banner = () => screen.findByRole('region', { name: 'Cookie choices' })
const scripts = () => Array.from(document.scripts, ({ src }) => src)

test('without a script to load there is no question, then or later', () => {
  open(null)
  expect(screen.queryByRole('region', { name: 'Cookie choices' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cookie choices' })).toBeNull()
})

test('nothing is loaded before a yes; with it this page is counted, and the next', async () => {
  const user = open()
  expect(await banner()).toHaveTextContent('counter.example')
  expect(scripts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Yes, count them' }))
  expect(scripts()).toEqual([SCRIPT])
  reportPageView(SCRIPT, '/contact')
  expect(window.dataLayer).toEqual([
    { event: 'page_view', page_path: '/support' },
    { event: 'page_view', page_path: '/contact' },
  ])
  expect(screen.queryByRole('region', { name: 'Cookie choices' })).toBeNull()
})

test('a no is remembered, and nothing is loaded or reloaded', async () => {
  const user = open()
  await user.click(within(await banner()).getByRole('button', { name: 'No' }))
  expect(analyticsConsent.read()).toBe(false)
  expect(scripts()).toEqual([])
  expect(reload).not.toHaveBeenCalled()
  expect(screen.queryByRole('region', { name: 'Cookie choices' })).toBeNull()
})

test('a yes can be taken back at any time: reports end, cookies go, and the script with the page', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Yes, count them' }))
  // biome-ignore lint/suspicious/noDocumentCookie: what a counting script does
  document.cookie = '_counter=1; path=/'
  // biome-ignore lint/suspicious/noDocumentCookie: Stripe's, which guards the checkout
  document.cookie = '__stripe_mid=2; path=/'
  await user.click(screen.getByRole('button', { name: 'Cookie choices' }))
  await waitFor(async () => expect(await banner()).toHaveFocus())
  expect(await banner()).toHaveTextContent('You have said yes.')
  await user.click(within(await banner()).getByRole('button', { name: 'No' }))
  expect(document.cookie).toBe('__stripe_mid=2')
  expect(reload).toHaveBeenCalledOnce()
  reportPageView(SCRIPT, '/contact')
  expect(window.dataLayer).toEqual([])
  expect(screen.getByRole('button', { name: 'Cookie choices' })).toHaveFocus()
  // biome-ignore lint/suspicious/noDocumentCookie: the next file finds the document as it was
  document.cookie = '__stripe_mid=; path=/; max-age=0'
})

test('a no can become a yes, from the same place', async () => {
  analyticsConsent.write(false)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Cookie choices' }))
  expect(await banner()).toHaveTextContent('You have said no.')
  // Asked for once more while it stands there, it takes the focus once more.
  await user.click(screen.getByRole('button', { name: 'Cookie choices' }))
  await waitFor(async () => expect(await banner()).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Yes, count them' }))
  expect(scripts()).toEqual([SCRIPT])
})
