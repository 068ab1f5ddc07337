/** A trolley in the line of the other symbols. */
export function CartSymbol() {
  return (
    <svg className="symbol" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 5h2.5l2.2 10.5h10L20.5 8H6.3" />
      <circle cx="9" cy="19.5" r="1.3" />
      <circle cx="16.5" cy="19.5" r="1.3" />
    </svg>
  )
}
