import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BookkeepingScreen } from '#client/features/admin/bookkeeping/bookkeeping-screen.tsx'
import type { BookkeepingSumsOutput } from '#shared/schemas/bookkeeping.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { refuse } from '#tests/support/fake-server.ts'

const SUMS: BookkeepingSumsOutput = {
  invoices: { documents: 1_204, net: '54000.00', vat: '10800.00', gross: '64800.00' },
  creditNotes: { documents: 3, net: '150.00', vat: '30.00', gross: '180.00' },
  total: { documents: 1_207, net: '53850.00', vat: '10770.00', gross: '64620.00' },
}

type Asked = { from: string; to: string; tool?: string; salesAccount?: string }
type Answers = { exportSales?: () => { filename: string; type: string; contentBase64: string } | null }

function openBookkeeping({ exportSales = () => null }: Answers = {}) {
  vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: Asked[] = []
  backOffice({
    bookkeeping: {
      sums: ({ from, to }) => {
        asked.push({ from, to })
        return SUMS
      },
      exportSales: ({ from, to, tool, salesAccount }) => {
        asked.push({ from, to, tool, salesAccount })
        return exportSales()
      },
    },
  })
  return { asked, user: openScreen({ Screen: BookkeepingScreen, at: '/admin/bookkeeping' }) }
}

describe('the period', () => {
  it('is the last quarter that is over, with its sums', async () => {
    const { asked } = openBookkeeping()
    const table = await screen.findByRole('table', { name: 'Sums of 1 July 2026 to 30 September 2026' })
    expect(asked).toEqual([{ from: '2026-07-01', to: '2026-09-30' }])
    const row = (name: string) => within(table).getByRole('row', { name: new RegExp(`^${name}`) })
    expect(row('Invoices')).toHaveTextContent('1,204£54,000.00£10,800.00£64,800.00')
    expect(row('Credit notes')).toHaveTextContent('3−£150.00−£30.00−£180.00')
    expect(row('Together')).toHaveTextContent('£53,850.00£10,770.00£64,620.00')
  })

  it('can be any days, the first before the last', async () => {
    const { asked, user } = openBookkeeping()
    await user.selectOptions(await screen.findByLabelText('Period'), 'Other days')
    await user.clear(screen.getByLabelText('Last day'))
    expect(screen.getByRole('status')).toHaveTextContent('The first day has to come before the last.')
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
    await user.type(screen.getByLabelText('Last day'), '2026-07-31')
    await screen.findByRole('table', { name: 'Sums of 1 July 2026 to 31 July 2026' })
    expect(asked.at(-1)).toEqual({ from: '2026-07-01', to: '2026-07-31' })
  })
})

describe('the file', () => {
  it('is downloaded for the tool, which says where to click there', async () => {
    const saved = watchDownloads()
    const { asked, user } = openBookkeeping({
      exportSales: () => ({ filename: 'quickfile.zip', type: 'application/zip', contentBase64: btoa('PK') }),
    })
    await user.selectOptions(await screen.findByLabelText('For'), 'QuickFile')
    const account = screen.getByLabelText('Sales nominal code')
    expect(account).toHaveValue('4000')
    await user.clear(account)
    await user.type(account, '4010')
    expect(screen.getByRole('list', { name: 'Where to click in QuickFile' })).toHaveTextContent(
      'Data Import Wizard',
    )
    await user.click(screen.getByRole('button', { name: 'Download for QuickFile' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ name: 'quickfile.zip', blob: { type: 'application/zip' } })
    expect(asked.at(-1)).toEqual({
      from: '2026-07-01',
      to: '2026-09-30',
      tool: 'quickfile',
      salesAccount: '4010',
    })
  })

  it('is none where there is nothing to book, and a refusal is said', async () => {
    const answers = [() => null, () => refuse('PERIOD_TOO_LONG')]
    const { user } = openBookkeeping({ exportSales: () => answers.shift()?.() ?? null })
    const button = await screen.findByRole('button', { name: 'Download for Xero' })
    await user.click(button)
    expect(await (await findNotices()).findByText('Nothing To Book')).toBeVisible()
    await user.click(button)
    expect(await (await findNotices()).findByText(/Please choose a shorter one\.$/)).toBeVisible()
  })
})
