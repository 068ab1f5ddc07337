import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DataTable, type DataTableProps } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'

/** One page of a list. A page beyond the end, left over from a longer list, is the last one. */
export function pageOf<Item>(items: readonly Item[], { page, size }: { page: number; size: number }) {
  const lastPage = Math.max(0, Math.ceil(items.length / size) - 1)
  const shownPage = Math.min(page, lastPage)
  return { rows: items.slice(shownPage * size, (shownPage + 1) * size), shownPage, lastPage }
}

type PagerProps = { label: string; page: number; lastPage: number; onPageChange: (page: number) => void }

/** Nothing where everything is on one page. */
export function Pager({ label, page, lastPage, onPageChange }: PagerProps) {
  if (lastPage === 0) return null
  return (
    <nav aria-label={label} className="pager">
      <Row>
        <Button size="sm" disabled={page === 0} onClick={() => onPageChange(page - 1)}>
          Previous
        </Button>
        <span className="figure" aria-live="polite">
          Page {page + 1} of {lastPage + 1}
        </span>
        <Button size="sm" disabled={page === lastPage} onClick={() => onPageChange(page + 1)}>
          Next
        </Button>
      </Row>
    </nav>
  )
}

type PagedTableProps<Item> = DataTableProps<Item> & { pagesLabel: string; pageSize: number }

/** A table of one page of its rows, and the way to the others. */
export function PagedTable<Item>({ pagesLabel, pageSize, ...table }: PagedTableProps<Item>) {
  const [page, setPage] = useState(0)
  const { rows, shownPage, lastPage } = pageOf(table.rows, { page, size: pageSize })
  return (
    <>
      <DataTable {...table} rows={rows} />
      <Pager label={pagesLabel} page={shownPage} lastPage={lastPage} onPageChange={setPage} />
    </>
  )
}

type CursorPagerProps = {
  /** What the rows are, in the plural. */
  noun: string
  /** Null on the first page. */
  cursor: string | null
  /** Null on the last page. */
  nextCursor: string | null
  onCursorChange: (cursor: string | null) => void
}

/** For a list without numbered pages, the newest first. Nothing where everything is on one page. */
export function CursorPager({ noun, cursor, nextCursor, onCursorChange }: CursorPagerProps) {
  if (cursor === null && nextCursor === null) return null
  return (
    <Row className="pager">
      <Button size="sm" disabled={cursor === null} onClick={() => onCursorChange(null)}>
        Newest {noun}
      </Button>
      <Button size="sm" disabled={nextCursor === null} onClick={() => onCursorChange(nextCursor)}>
        Older {noun}
      </Button>
    </Row>
  )
}
