import { act, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#client/app/app.tsx'
import { findRoute } from '#client/app/routes.tsx'
import { referralCode } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'

const CODES = new Map([
  ['HEDGEROW17', { code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }],
  ['NOTHING1', { code: 'NOTHING1', clubName: 'Cold Comfort Club', discountPercent: 0 }],
])

beforeEach(() => {
  fakeServer({ cart: { validate: ({ code }) => CODES.get(code) ?? refuse('INVALID_REFERRAL_CODE') } })
})

afterEach(() => {
  delete document.documentElement.dataset.code
  vi.unstubAllGlobals()
})

async function openWithCode(at: string) {
  renderShop({ at })
  const main = within(await screen.findByRole('main'))
  return main
}

test('the page says whose code a link brought and what it takes off, and all its prices show it', async () => {
  const main = await openWithCode('/?ref=hedgerow17')
  expect(await main.findByText('Hedgerow Flying Club: 10% off')).toBeVisible()
  expect(main.getByText('with HEDGEROW17', { exact: false })).toBeVisible()

  const row = main.getByRole('row', { name: /Navigation/ })
  expect(within(row).getByText('£60', { selector: 's' })).toBeVisible()
  expect(row).toHaveTextContent('£54')
  const all = main.getByRole('row', { name: /One at a time/ })
  expect(all).toHaveTextContent('£342')
  const offer = main.getByText('You save').closest('.offer')
  expect(offer).toHaveTextContent(/£340\s*£306/)
  expect(offer).toHaveTextContent('You save£36Hedgerow Flying Club, 10%£34 off')
  expect(main.getByText(/£36 less than buying them one by one/)).toBeVisible()
  expect(main.getByText('£36 or £54')).toBeVisible()
})

test('the page of one film shows it too, on its button as well', async () => {
  const main = await openWithCode('/videos/navigation?ref=hedgerow17')
  expect(await main.findByText('Hedgerow Flying Club: 10% off')).toBeVisible()
  expect(main.getByRole('button', { name: 'Add to Cart, £54' })).toBeVisible()
  expect(main.getByText('£60', { selector: 's' })).toBeVisible()
})

test.each(['/', '/?ref=nothing1', '/?ref=nobody1'])('nothing is struck out at %s', async (at) => {
  const main = await openWithCode(at)
  expect(await main.findByText('£40 or £60')).toBeVisible()
  if (at.includes('nobody1')) expect(await screen.findByText('Invalid referral code')).toBeVisible()
  expect(main.queryByText(/% off/)).toBeNull()
  expect(document.querySelector('s')).toBeNull()
})

const hasRoom = () => 'code' in document.documentElement.dataset

/** As the first script of the page leaves it. */
function openWithKept(code: string, at = '/') {
  referralCode.write({ code, isApplied: true })
  document.documentElement.dataset.code = ''
  return renderShop({ at })
}

test('the room of a kept code stays for its words, and goes with it', async () => {
  openWithKept('HEDGEROW17')
  expect(hasRoom()).toBe(true)
  expect(await screen.findByText('Hedgerow Flying Club: 10% off')).toBeVisible()
  expect(hasRoom()).toBe(true)
  act(() => referralCode.clear())
  await waitFor(() => expect(hasRoom()).toBe(false))
})

test.each([
  ['NOTHING1', '/'],
  ['NOBODY1', '/'],
  ['NOBODY1', '/contact'],
])('no room is kept for %s, which takes nothing off, at %s', async (code, at) => {
  openWithKept(code, at)
  await waitFor(() => expect(hasRoom()).toBe(false))
})

test('no room is kept where the check of a code finds no answer', async () => {
  fakeServer({ cart: { validate: loseNetwork } })
  openWithKept('HEDGEROW17')
  await waitFor(() => expect(hasRoom()).toBe(false))
})

test('the room stays while the page is taken over and the code is asked about', async () => {
  const server = fakeServer({ cart: { validate: () => new Promise(() => {}) } })
  referralCode.write({ code: 'HEDGEROW17', isApplied: true })
  document.documentElement.dataset.code = ''
  await findRoute('/')?.route.load()
  const app = (
    <MemoryRouter>
      <App data={makePageData()} />
    </MemoryRouter>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(app)
  expect(container.querySelector('.code-strip-place')).not.toBeNull()
  render(app, { container, hydrate: true })
  await waitFor(() => expect(server.inputsOf('cart.validate')).toHaveLength(1))
  expect(hasRoom()).toBe(true)
})
