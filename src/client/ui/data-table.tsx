import { clsx } from 'clsx'
import { type AriaRole, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<Row> = {
  /** Heading, and the label in front of the value on a phone. */
  heading: string
  cell: (row: Row) => ReactNode
  /** The row's name: a row heading, without a label on a phone. One a table, usually the first. */
  rowHeading?: boolean
  /** Figures: right, on one width. */
  figure?: boolean
  /** Heading for listeners only, as over a column of buttons. */
  hideHeading?: boolean
  /** Left out where the frame is under 40rem. */
  wideOnly?: boolean
  /** On a phone without its label, beside the row's name or below it: what says by itself what it is. */
  onCard?: 'left' | 'right'
  /** In the last row, under the heavier rule. */
  total?: ReactNode
}

export type DataTableProps<Row> = {
  /** The table's name. Shown when `showCaption`. */
  caption: string
  showCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** What lies open under a row, on the sheet's colour; nothing when closed. */
  detail?: (row: Row) => ReactNode
  /** Labelled rows where the frame is under 40rem. Off for tables that are narrow enough. */
  collapse?: boolean
}

/** Logbook rows. The roles are written out because a table that is laid out as blocks loses its own. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption = false, columns, rows, rowKey, detail, collapse = true } = props
  const hasTotals = columns.some((column) => column.total !== undefined)
  return (
    <ScrollFrame label={caption}>
      <table className={clsx('table', collapse && 'table-cards')} {...role('table')}>
        <caption className={showCaption ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <th key={column.heading} scope="col" {...role('columnheader')} className={columnClass(column)}>
                {column.hideHeading ? <VisuallyHidden>{column.heading}</VisuallyHidden> : column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => {
            const open = detail?.(row)
            return (
              <Fragment key={rowKey(row)}>
                <tr {...role('row')}>
                  {columns.map((column) => (
                    <Cell key={column.heading} column={column}>
                      {column.cell(row)}
                    </Cell>
                  ))}
                </tr>
                {open && (
                  <tr {...role('row')} className="table-detail">
                    <td {...role('cell')} colSpan={columns.length}>
                      {open}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {hasTotals && (
          <tfoot {...role('rowgroup')}>
            <tr {...role('row')}>
              {columns.map((column) => (
                <Cell key={column.heading} column={column}>
                  {column.total}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  )
}

/** Spread, because the linter takes a role for redundant that `display: block` would take away. */
const role = (name: AriaRole) => ({ role: name })

function columnClass<Row>(column: Column<Row>) {
  return clsx(column.figure && 'table-figure', column.wideOnly && 'table-wide') || undefined
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  if (column.rowHeading) {
    return (
      <th scope="row" {...role('rowheader')}>
        {children}
      </th>
    )
  }
  const label = column.hideHeading ? undefined : column.heading
  return (
    <td {...role('cell')} className={columnClass(column)} data-label={label} data-card={column.onCard}>
      {children}
    </td>
  )
}

type RowToggleProps = { open: boolean; onToggle: () => void; children: ReactNode }

/** The name of a row that opens: goes in the rowHeading cell of a table with `detail`. */
export function RowToggle({ open, onToggle, children }: RowToggleProps) {
  return (
    <button type="button" className="row-toggle chevron" aria-expanded={open} onClick={onToggle}>
      {children}
    </button>
  )
}

/** The ink frame of a table. When the table is wider than the frame, the frame can be focused and scrolled by keys. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      className="table-frame"
      ref={frame}
      {...(scrolls && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
