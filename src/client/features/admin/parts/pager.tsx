import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DataTable, type DataTableProps } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'

/** One page of a list. A page beyond the end, left over from a longer list, is the last one. */
export function pageOf<Item>(items: readonly Item[], { page, size }: { page: number; size: number }) {
  const lastPage = Math.max(0, Math.ceil(items.length / size) - 1)
  const shownPage = Math.min(page, lastPage)
  return { rows: items.slice(shownPage * size, (shownPage + 1) * size), shownPage, lastPage }
}

type Turn = {
  text: string
  /** Null where there is nothing more that way. */
  onTurn: (() => void) | null
  /** Why there is not. */
  end: string
}

type TurnsProps = { back: Turn; on: Turn; children?: ReactNode }

/** The two ways through a list, and what stands between them. */
export function Turns({ back, on, children }: TurnsProps) {
  return (
    <Row className="pager">
      <TurnButton {...back} />
      {children}
      <TurnButton {...on} />
    </Row>
  )
}

function TurnButton({ text, onTurn, end }: Turn) {
  return (
    <Button size="sm" disabledWhy={onTurn === null && end} onClick={() => onTurn?.()}>
      {text}
    </Button>
  )
}

type PagerProps = { label: string; page: number; lastPage: number; onPageChange: (page: number) => void }

/** Nothing where everything is on one page. */
export function Pager({ label, page, lastPage, onPageChange }: PagerProps) {
  if (lastPage === 0) return null
  const turnTo = (next: number) => (next < 0 || next > lastPage ? null : () => onPageChange(next))
  return (
    <nav aria-label={label}>
      <Turns
        back={{ text: 'Previous', onTurn: turnTo(page - 1), end: 'This is the first page.' }}
        on={{ text: 'Next', onTurn: turnTo(page + 1), end: 'This is the last page.' }}
      >
        <span className="figure" aria-live="polite">
          Page {page + 1} of {lastPage + 1}
        </span>
      </Turns>
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
    <Turns
      back={{
        text: `Newest ${noun}`,
        onTurn: cursor === null ? null : () => onCursorChange(null),
        end: `These are the newest ${noun}.`,
      }}
      on={{
        text: `Older ${noun}`,
        onTurn: nextCursor === null ? null : () => onCursorChange(nextCursor),
        end: `There are no older ${noun}.`,
      }}
    />
  )
}
