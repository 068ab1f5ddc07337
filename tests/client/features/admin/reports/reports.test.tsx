import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { QuarterSumsOutput } from '#shared/schemas/reports.ts'
import { SIGNED_IN, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { findElsewhere } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'

const QUARTER: QuarterSumsOutput = {
  quarterYear: '2025-Q4',
  sales: 12,
  originalPrice: '720.00',
  discount: '72.00',
  finalPrice: '648.00',
  net: '540.00',
  vat: '108.00',
  cardFee: '12.12',
  commission: '26.39',
  kept: '501.49',
}

const opener = (name: string) => screen.findByRole('button', { name })

describe('Quarterly Financial Reports', () => {
  it('says when there are none', async () => {
    const { user } = openDashboard({ reports: { quarters: () => [] } })
    await user.click(await opener('Quarterly Financial Reports'))
    expect(await screen.findByRole('heading', { name: 'No quarterly data available' })).toBeVisible()
  })

  it('shows the sums of each file, and says when one could not be downloaded', async () => {
    const { user } = openDashboard({ reports: { quarters: () => [QUARTER] } })
    await user.click(await opener('Quarterly Financial Reports'))
    const table = await screen.findByRole('table', { name: 'Quarterly Financial Reports' })
    expect(
      within(table).getByRole('row', { name: /^2025-Q4 12 £648\.00 £108\.00 £12\.12 £26\.39 £501\.49/ }),
    ).toBeVisible()
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(screen.getByRole('button', { name: 'Download CSV of 2025-Q4' }))
    expect(await (await findNotices()).findByText('Failed to download quarterly report')).toBeVisible()
  })

  it('marks the quarter that runs by the clock of the shop', async () => {
    const running = () => ({ quarterYear: '2025-Q4', finalPrice: '648.00' })
    const { user } = openDashboard({ reports: { quarters: () => [QUARTER], running } })
    await user.click(await opener('Quarterly Financial Reports'))
    expect(await screen.findByRole('rowheader', { name: '2025-Q4 still running' })).toBeVisible()
  })

  it('saves the file under its name', async () => {
    const saved = watchDownloads()
    const { user } = openDashboard({ reports: { quarters: () => [QUARTER] } })
    await user.click(await opener('Quarterly Financial Reports'))
    const button = await opener('Download CSV of 2025-Q4')
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response('quarter\r\n')
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(button)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['quarterly-report-2025-Q4.csv']))
    expect(asked).toEqual(['/api/admin/quarterly-report/2025-Q4'])
  })

  it('say why a file could not be had, and lead to the sign-in when the session is over', async () => {
    let isOver = false
    const { user } = openDashboard({
      reports: { quarters: () => [QUARTER] },
      session: () => (isOver ? SIGNED_OUT : SIGNED_IN),
    })
    await user.click(await opener('Quarterly Financial Reports'))
    const button = await opener('Download CSV of 2025-Q4')
    const ask = globalThis.fetch
    let answer = () => Response.json({ message: 'This part of the shop is away.' }, { status: 503 })
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.includes('quarterly-report') ? Promise.resolve(answer()) : ask(url, init),
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(button)
    const notices = await findNotices()
    expect(await notices.findByText('This part of the shop is away.')).toBeVisible()
    isOver = true
    answer = () => Response.json({ message: 'Please sign in to continue.' }, { status: 401 })
    await user.click(button)
    expect(await findElsewhere()).toBe('/admin-login')
    expect(notices.getByText('Please sign in to continue.')).toBeVisible()
  })
})
