/** First in the page: past the header to the matter. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to the page
    </a>
  )
}
