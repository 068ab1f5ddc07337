import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/wrap.tsx'

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
    <nav aria-label={label} className="mt-3">
      <Row>
        <Button size="sm" disabled={page === 0} onClick={() => onPageChange(page - 1)}>
          Previous
        </Button>
        <span className="fig" aria-live="polite">
          Page {page + 1} of {lastPage + 1}
        </span>
        <Button size="sm" disabled={page === lastPage} onClick={() => onPageChange(page + 1)}>
          Next
        </Button>
      </Row>
    </nav>
  )
}
