/** First in the page: past the header to the matter. */
export function SkipLink({
  to = '#main',
  children = 'Skip to the page',
}: {
  to?: string
  children?: string
}) {
  return (
    <a className="skip-link" href={to}>
      {children}
    </a>
  )
}
