import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ContactScreen } from '#client/features/pages/contact-screen.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'
import { openScreen } from '../auth/open-screen.tsx'

it('names address and mail, and says who acknowledges a complaint, and when', async () => {
  fakeServer({})
  openScreen({ Screen: ContactScreen, at: '/contact' })
  expect(await screen.findByText(/1 Example Street/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'instructor@example.com' })).toBeVisible()
  expect(screen.getByText(/A person reads every complaint and acknowledges it within 30 days/)).toBeVisible()
})
