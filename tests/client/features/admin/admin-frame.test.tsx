import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ADMIN_EMAIL } from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'

it('keeps the places, who is in and the way out together, and opens them as a menu', async () => {
  const { user } = openDashboard()
  const out = await screen.findByRole('button', { name: 'Log out' })
  const top = out.parentElement
  if (!top) throw new Error('The way out stands alone')
  expect(within(top).getByText(ADMIN_EMAIL)).toBeVisible()
  expect(within(top).getByRole('link', { name: 'Back to homepage' })).toBeVisible()
  const menu = screen.getByRole('button', { name: 'Back office' })
  expect(menu).toHaveAttribute('aria-expanded', 'false')
  const places = screen.getByRole('navigation', { name: 'Back office' })
  expect(menu).toHaveAttribute('aria-controls', places.id)
  await user.click(menu)
  expect(menu).toHaveAttribute('aria-expanded', 'true')
  await user.click(within(places).getByRole('link', { name: 'Dashboard' }))
  expect(menu).toHaveAttribute('aria-expanded', 'false')
})
