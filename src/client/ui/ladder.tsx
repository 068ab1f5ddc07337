/** The black-and-white edge of a chart sheet: under the hero, above the footer, on the cover; nowhere else. */
export function Ladder() {
  return <div className="ladder" aria-hidden="true" />
}
