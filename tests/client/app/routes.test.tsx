import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findMeta, findRoute, routes } from '#client/app/routes.tsx'
import { footerGroups } from '#client/site/links.ts'
import { afterSignIn, paths } from '#client/site/paths.ts'
import { makePageData } from './page-data-fixture.ts'
import { renderShop } from './render-shop.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const data = makePageData()

test.each(routes.map((route) => [route.path, route] as const))(
  '%s has a screen and a title',
  async (_path, route) => {
    const module = await route.load()
    expect(Object.values(module as object).some((value) => typeof value === 'function')).toBe(true)
    expect(route.meta !== undefined || route.title !== undefined).toBe(true)
  },
)

test.each([
  ['/', 'Theory films for the UK private pilot licence'],
  ['/videos/navigation', 'Navigation: private pilot theory film'],
  ['/support', 'Help Center'],
  ['/privacy-policy', 'Privacy policy'],
  ['/videos/nothing', '404 Page Not Found'],
  ['/nothing/at/all', '404 Page Not Found'],
])('%s is called "%s"', (path, title) => {
  expect(findMeta(path, data).title).toBe(title)
})

test('addresses of one screen share it, so that going on between them draws nothing again', () => {
  expect(findRoute('/dashboard')?.route.Screen).toBe(findRoute('/dashboard/sam')?.route.Screen)
})

test('an unknown address says so', async () => {
  renderShop({ at: '/no/such/page' })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('a video that is not there says so', async () => {
  renderShop({ at: '/videos/aerobatics' })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('every link of the footer leads somewhere', () => {
  const links = footerGroups.flatMap((group) => group.links)
  expect(links.length).toBeGreaterThan(5)
  for (const { to } of links) expect(findRoute(to.replace(/#.*/, '')), to).not.toBeNull()
})

test('the footer names the trader', async () => {
  renderShop({ at: '/contact' })
  const foot = screen.getByRole('contentinfo')
  for (const words of [
    'Made-up Films Ltd',
    '1 Example Street',
    'instructor@example.com',
    '00000000',
    'GB000000000',
  ]) {
    expect(foot).toHaveTextContent(words)
  }
  expect(await screen.findByRole('heading', { name: 'Contact', level: 1 })).toBeVisible()
})

test('a seller without company or VAT number has no empty line for it', () => {
  renderShop({ data: { seller: { ...data.seller, companyNumber: null, vatNumber: null } } })
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent(/number/)
})

test.each([
  ['checkout', '/checkout'],
  ['/admin', '/'],
  ['https://evil.example', '/'],
  ['', '/'],
])('redirect=%s leads to %s after signing in', (redirect, target) => {
  expect(afterSignIn(new URLSearchParams({ redirect }))).toBe(target)
})

test('addresses carry their query and escape what is put into them', () => {
  expect(paths.login('checkout')).toBe('/login?redirect=checkout')
  expect(paths.register()).toBe('/register')
  expect(paths.dashboard('a/b')).toBe('/dashboard/a%2Fb')
})
