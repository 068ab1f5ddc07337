/** What the header of every mail says; the trader behind it stands in the foot. */
export const BRAND = 'Ground School'

export const colour = {
  sheet: '#f1f4f2',
  document: '#ffffff',
  ink: '#13202b',
  quiet: '#475768',
  rule: '#c3cdd0',
  track: '#a8135f',
  onTrack: '#ffffff',
} as const

export const fontFamily = "Cabin, 'Gill Sans', 'Gill Sans MT', Calibri, Arial, sans-serif"

/**
 * The one style sheet of every mail. Colours stand inline for programs that drop it; those that know the media
 * query get the dark sheet, and the classes mark what changes there.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.sheet { background: ${colour.sheet}; }
@media (prefers-color-scheme: dark) {
  .sheet { background: #0d151c !important; }
  .card { background: #151f28 !important; border-color: #7f919e !important; }
  .card, .ink { color: #e9eff2 !important; }
  .quiet { color: #a7b5c0 !important; }
  .rule { border-color: #2f3e4a !important; }
  .edge { border-color: #7f919e !important; }
  .go { background: #c42a76 !important; color: #ffffff !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
}
`
