/** Each is written by scripts/art/generate.ts: change the drawing there. */
const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true })

/** The drawings by their names. */
export const MARKS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, svg]) => [path.replace(/^\.\/|\.svg$/g, ''), svg]),
)
