import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, findPart, openPortal } from './open-portal.tsx'

beforeEach(() => {
  window.location.hash = ''
})

/** A window whose queries are answered as `holds` says now. */
function openWindow(holds: (query: string) => boolean) {
  const listeners = new Set<() => void>()
  let answer = holds
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return answer(query)
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }))
  return (next: (query: string) => boolean) =>
    act(() => {
      answer = next
      for (const listener of listeners) listener()
    })
}

const asPhone = (query: string) => query !== 'print'
const asPaper = (query: string) => !query.startsWith('screen')

it('opens by the same link again after it was folded', async () => {
  const { user } = openPortal()
  openWindow(asPhone)
  const share = await findPart('Hand out your code')
  const link = screen.getByRole('link', { name: 'Link, QR code and poster' })
  await user.click(link)
  await waitFor(() => expect(share.getByLabelText('Your link')).toBeVisible())
  await user.click(share.getByRole('button', { name: 'Hand out your code' }))
  expect(share.getByLabelText('Your link')).not.toBeVisible()
  await user.click(link)
  expect(share.getByLabelText('Your link')).toBeVisible()
})

it('keeps the part open in which something is typed when the window gets narrow', async () => {
  const { user } = openPortal()
  const turn = openWindow(() => false)
  const bank = await findPart('Where you are paid')
  await user.click(bank.getByRole('button', { name: 'Change bank details' }))
  await user.type(bank.getByLabelText('Account name'), 'Hedge')
  turn(asPhone)
  expect(bank.getByRole('button', { name: 'Where you are paid' })).toHaveAttribute('aria-expanded', 'true')
  expect(bank.getByLabelText('Account name')).toBeVisible()
  expect((await findPart('Your details')).getByText('Jo Secretary')).not.toBeVisible()
})

it.each([
  ['Where you are paid', { sortCode: null, accountNumber: null }],
  ['Where you are paid', { bankChangeWaits: true }],
  ['Your details', { vatChangeWaits: true }],
  ['Self-billing', {}],
] as const)('begins open on a phone where %s has a caution: %o', async (heading, over) => {
  openPortal({ referer: { account: () => ({ ...ACCOUNT, ...over }) } })
  openWindow(asPhone)
  const part = await findPart(heading)
  expect(part.getByRole('button', { name: heading })).toHaveAttribute('aria-expanded', 'true')
})

it('is whole on paper, printed from a phone', async () => {
  openPortal()
  const turn = openWindow(asPhone)
  const details = await findPart('Your details')
  expect(details.getByText('Jo Secretary')).not.toBeVisible()
  turn(asPaper)
  expect(details.getByText('Jo Secretary')).toBeVisible()
  expect(details.queryByRole('button', { name: 'Your details' })).toBeNull()
})
