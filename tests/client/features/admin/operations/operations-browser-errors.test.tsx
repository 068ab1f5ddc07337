import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OperationsBrowserErrors } from '#client/features/admin/operations/operations-browser-errors.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

const ERROR = {
  id: 'error-1',
  kind: 'script' as const,
  message: 'x is not a function',
  place: 'Film (/assets/video-screen-Dx3fA9_z.js:1:2)',
  page: '/videos/navigation',
  browser: 'Safari on iPhone',
  release: 'Bq81kL0p',
  count: 1_204,
  firstSeenAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-21T09:00:00.000Z',
}

function Errors() {
  return (
    <StepUpProvider>
      <OperationsBrowserErrors />
    </StepUpProvider>
  )
}

it('errors in browsers are listed with their count, and dismissed', async () => {
  let errors = [
    ERROR,
    { ...ERROR, id: 'error-2', kind: 'policy' as const, message: 'img-src: https://evil.example' },
  ]
  backOffice({
    operations: {
      browserErrors: () => ({ errors, hasMore: false }),
      dismissBrowserError: ({ id }) => {
        errors = errors.filter((error) => error.id !== id)
        return { success: true }
      },
    },
  })
  const user = openScreen({ Screen: Errors, at: '/admin/operations' })
  const table = await screen.findByRole('table', { name: 'Errors in browsers' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent(
    /x is not a function.*\/videos\/navigation.*Safari on iPhone, release Bq81kL0p.*1,204/,
  )
  expect(second).toHaveTextContent('Refused by the content policy: img-src: https://evil.example')
  await user.click(screen.getByRole('button', { name: 'Dismiss: x is not a function' }))
  await screen.findByText('Taken off the list')
  expect(
    within(await screen.findByRole('table', { name: 'Errors in browsers' })).getAllByRole('row'),
  ).toHaveLength(2)
})
