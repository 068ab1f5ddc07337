import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OperationsAudit } from '#client/features/admin/operations/operations-audit.tsx'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'

it('is downloaded whole for a period', async () => {
  const saved = watchDownloads()
  backOffice({
    operations: {
      audit: () => ({ entries: [], nextCursor: null }),
      auditChoices: () => ({ actions: [], admins: [] }),
    },
  })
  const user = openScreen({ Screen: OperationsAudit, at: '/admin/operations' })
  await user.selectOptions(await screen.findByLabelText('Period of the file'), 'Own dates')
  const button = screen.getByRole('button', { name: 'Download CSV' })
  expect(button).toHaveAccessibleDescription('The first and the last day come first.')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-10-01' } })
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-10-31' } })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('date\r\n')
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await user.click(button)
  await waitFor(() =>
    expect(saved.map(({ name }) => name)).toEqual(['audit-log-2026-10-01-to-2026-10-31.csv']),
  )
  expect(asked).toEqual(['/api/admin/audit-log/2026-10-01/2026-10-31'])
})
