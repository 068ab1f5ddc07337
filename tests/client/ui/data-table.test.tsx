import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'

type Referer = { code: string; name: string; sales: number }

const REFERERS: Referer[] = [
  { code: 'HEDGEROW17', name: 'Hedgerow Flying Club', sales: 25 },
  { code: 'WINDSOCK204', name: 'Windsock Aero Group', sales: 14 },
]

function Referers() {
  const [open, setOpen] = useState<string | null>(null)
  const columns: Column<Referer>[] = [
    {
      heading: 'Referer',
      rowHeading: true,
      total: 'All referers',
      cell: (referer) => (
        <RowToggle
          open={open === referer.code}
          onToggle={() => setOpen((was) => (was === referer.code ? null : referer.code))}
        >
          {referer.name}
        </RowToggle>
      ),
    },
    { heading: 'Sales', figure: true, cell: (referer) => referer.sales, total: 39 },
    { heading: 'Code', onCard: 'right', cell: (referer) => referer.code },
    { heading: 'Action', hideHeading: true, cell: () => <button type="button">Edit</button> },
  ]
  return (
    <DataTable
      caption="Referers"
      columns={columns}
      rows={REFERERS}
      rowKey={(referer) => referer.code}
      detail={(referer) => open === referer.code && <p>Quarters of {referer.name}</p>}
    />
  )
}

describe('DataTable', () => {
  it('is a named table with column and row headings and a total', () => {
    render(<Referers />)
    const table = screen.getByRole('table', { name: 'Referers' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((heading) => heading.textContent),
    ).toEqual(['Referer', 'Sales', 'Code', 'Action'])
    const row = within(table).getByRole('row', { name: /Hedgerow Flying Club/ })
    expect(within(row).getByRole('rowheader', { name: 'Hedgerow Flying Club' })).toBeInTheDocument()
    expect(within(table).getByRole('row', { name: /All referers/ })).toHaveTextContent('39')
  })

  it('writes its roles out, for when a phone lays it out as blocks', () => {
    render(<Referers />)
    const table = screen.getByRole('table')
    const bare = [...table.querySelectorAll('thead, tbody, tfoot, tr, th, td')].filter(
      (part) => !part.hasAttribute('role'),
    )
    expect(bare).toEqual([])
  })

  it('labels every value for the phone except names and buttons', () => {
    render(<Referers />)
    expect(screen.getByRole('cell', { name: '25' })).toHaveAttribute('data-label', 'Sales')
    expect(screen.getAllByRole('cell', { name: 'Edit' })[0]).not.toHaveAttribute('data-label')
  })

  it('says which values stand beside the name of a row on a phone, without their labels', () => {
    render(<Referers />)
    expect(screen.getByRole('cell', { name: 'HEDGEROW17' })).toHaveAttribute('data-card', 'right')
    expect(screen.getByRole('cell', { name: '25' })).not.toHaveAttribute('data-card')
  })

  it('opens and closes the detail of a row', async () => {
    const user = userEvent.setup()
    render(<Referers />)
    const toggle = screen.getByRole('button', { name: 'Hedgerow Flying Club', expanded: false })
    await user.click(toggle)
    expect(screen.getByText('Quarters of Hedgerow Flying Club')).toBeInTheDocument()
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await user.click(toggle)
    expect(screen.queryByText('Quarters of Hedgerow Flying Club')).toBeNull()
  })
})
