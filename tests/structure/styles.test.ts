import { describe, expect, it } from 'vitest'
import { readSources } from './source-files.ts'
import {
  findForeignStyles,
  findLooseSheets,
  findShortClasses,
  findSilentButtons,
  findUnknownClasses,
  findUnwornClasses,
  readDrawings,
  readSheets,
  sheet,
} from './style-rules.ts'

const sources = [...readSources('src/client'), ...readDrawings('src/client/art')]
const sheets = readSheets('src/client')

it('every button of the back office that is disabled says why', () => {
  expect(findSilentButtons(sources)).toEqual([])
  const path = 'src/client/features/admin/orders/find.tsx'
  const text =
    '<Input disabled={isBusy} />\n<Button\n  size="sm"\n  disabled={rows.length === 0}\n>Find</Button>'
  expect(findSilentButtons([{ path, text }])).toEqual([`${path}: Button`])
})

describe('style sheets', () => {
  it('were read, and the components that wear their classes', () => {
    expect(sheets.length).toBeGreaterThan(50)
    expect(sources.length).toBeGreaterThan(200)
  })

  it('have every class that a component wears', () => {
    expect(findUnknownClasses(sources, sheets)).toEqual([])
  })

  it('have no class that no component wears', () => {
    expect(findUnwornClasses(sources, sheets)).toEqual([])
  })

  it('name what they style', () => {
    expect(findShortClasses(sheets)).toEqual([])
  })

  it('are plain CSS in layers', () => {
    expect(findForeignStyles(sheets)).toEqual([])
  })

  it('are loaded once each', () => {
    expect(findLooseSheets(sheets)).toEqual([])
  })
})

describe('the fence of the style sheets', () => {
  const css = (text: string) => [sheet('src/client/ui/x.css', text)]
  /** Whose class has an end that is known when it is rendered. */
  const dressed = (beginning: string) => `<p className={clsx('known', \`${beginning}\${tone}\`)} />`
  const component = (text: string) => [{ path: 'src/client/ui/x.tsx', text }]

  it('stops a class without a style, wherever it is worn', () => {
    const known = css('@layer ui { .known { color: red } .tone-good { color: green } }')
    for (const text of [
      '<p className="known mt-4" />',
      "<p className={isOpen ? 'known' : 'mt-4'} />",
      "clsx('known', isOpen && 'mt-4')",
      "const SHEETS = [{ className: 'mt-4' }]",
      "function Part({ className = 'mt-4' }) {}",
      "made.className = 'known mt-4'",
    ]) {
      expect(findUnknownClasses(component(text), known), text).toEqual([
        'src/client/ui/x.tsx: no style sheet has .mt-4. Style it beside the component, or drop it.',
      ])
    }
    for (const text of ["<p className={tone === 'other' ? 'known' : ''} />", dressed('tone-')]) {
      expect(findUnknownClasses(component(text), known), text).toEqual([])
    }
    expect(findUnknownClasses(component(dressed('mood-')), known)).toHaveLength(1)
  })

  it('stops a class that no component wears', () => {
    const worn = component(`${dressed('tone-')}<b className="known" />`)
    expect(findUnwornClasses(worn, css('.known .tone-good > .dead:not(.known) { color: red }'))).toEqual([
      'src/client/ui/x.css: no component wears .dead. Delete its rules.',
    ])
  })

  it('stops a name of one or two letters', () => {
    expect(findShortClasses(css('.k, .dr, .key { color: red } a { width: 1.5px }'))).toHaveLength(2)
  })

  it('stops what is not plain CSS, and rules outside the layers', () => {
    expect(findForeignStyles(css('@import "tailwindcss";'))).toHaveLength(1)
    expect(findForeignStyles(css('@layer ui { .known { @apply mt-4; } }'))).toHaveLength(1)
    expect(findForeignStyles(css('@layer ui { a { color: red } } .known { color: red }'))).toHaveLength(1)
    expect(findForeignStyles(css('@media print { .known { color: red } }'))).toHaveLength(1)
    expect(findForeignStyles(css('@layer ui { .known { max-width: 60ch } }'))).toHaveLength(1)
    expect(
      findForeignStyles(css('@layer a, b; @layer a { p { color: red } } @font-face { src: url("x") }')),
    ).toEqual([])
  })

  it('stops a sheet that is not loaded, loaded twice, or gone', () => {
    const entry = sheet(
      'app.css',
      '@import "./one.css";\n@import "./two.css";\n@import "./two.css";\n@import "./gone.css";',
    )
    const found = findLooseSheets(
      [entry, ...['one.css', 'two.css', 'three.css'].map((path) => sheet(path, ''))],
      ['app.css'],
    )
    expect(found).toEqual([
      'two.css: import it once, in first.css or later.css.',
      'three.css: import it once, in first.css or later.css.',
      'gone.css is imported and is not there.',
    ])
  })
})
