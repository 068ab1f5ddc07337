import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { SourceFile } from './source-files.ts'

export type Sheet = { path: string; text: string }
type Source = Pick<SourceFile, 'path' | 'text'>

/** The sheets that pages link to; every other one is imported by one of them. */
const ENTRIES = ['src/client/app/first.css', 'src/client/app/later.css']

/** The style sheets under a folder, without comments. What is in `public` is served as it is. */
export function readSheets(folder: string): Sheet[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/public/'))
    .map((path) => sheet(path, readFileSync(path, 'utf8')))
}

/** The SVG files under a folder, whose classes count as worn by a component. */
export function readDrawings(folder: string): Source[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8').replaceAll(' class=', ' className=') }))
}

export function sheet(path: string, text: string): Sheet {
  return { path, text: text.replace(/\/\*[\s\S]*?\*\//g, '') }
}

function classesOf({ text }: Sheet): Set<string> {
  const selectors = text.replace(/@import[^;]*;/g, '').replace(/"[^"]*"/g, '""')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

/** The classes a component wears; `alert-*` where the end is only known when it is rendered. */
function wornIn({ text }: Source): Set<string> {
  const names = [...text.matchAll(/\bclassName(?:=|:\s*|\s=\s)(["'])(.*?)\1/g)].map(([, , list = '']) => list)
  for (const match of text.matchAll(/\bclassName=\{|\bclsx\(/g)) {
    const code = untilClosed(text, match.index + match[0].length).replace(/[!=]==\s*'[^']*'/g, '')
    const strings = [...code.matchAll(/'([^']*)'|`([^`]*)`/g)]
    names.push(...strings.map(([, plain, made = '']) => plain ?? made.replace(/\$\{[^}]*\}/g, '*')))
  }
  return new Set(names.flatMap((list) => list.split(/\s+/)).filter((name) => /^[a-zA-Z]/.test(name)))
}

/** The code up to the bracket that closes the one before `start`. */
function untilClosed(text: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    if (/[({]/.test(text[end] ?? '')) depth++
    if (/[)}]/.test(text[end] ?? '')) depth--
    end++
  }
  return text.slice(start, end - 1)
}

const fits = (worn: string, name: string) =>
  worn.endsWith('*') ? name.startsWith(worn.slice(0, -1)) : worn === name

/** Classes that a component wears and no sheet knows. */
export function findUnknownClasses(sources: readonly Source[], sheets: readonly Sheet[]): string[] {
  const known = sheets.flatMap((one) => [...classesOf(one)])
  return sources.flatMap((source) =>
    [...wornIn(source)]
      .filter((worn) => !known.some((name) => fits(worn, name)))
      .map(
        (worn) => `${source.path}: no style sheet has .${worn}. Style it beside the component, or drop it.`,
      ),
  )
}

/** Classes that a sheet styles and no component wears. */
export function findUnwornClasses(sources: readonly Source[], sheets: readonly Sheet[]): string[] {
  const worn = sources.flatMap((source) => [...wornIn(source)])
  return sheets.flatMap((one) =>
    [...classesOf(one)]
      .filter((name) => !worn.some((candidate) => fits(candidate, name)))
      .map((name) => `${one.path}: no component wears .${name}. Delete its rules.`),
  )
}

/** Names that do not say what they style. */
export function findShortClasses(sheets: readonly Sheet[]): string[] {
  return sheets.flatMap((one) =>
    [...classesOf(one)]
      .filter((name) => name.length < 3)
      .map((name) => `${one.path}: .${name} says nothing. Name what it styles, like .cart-line-title.`),
  )
}

/** What is not plain CSS, moves when the font comes, or lies outside the layers, where it would win over everything. */
export function findForeignStyles(sheets: readonly Sheet[]): string[] {
  return sheets.flatMap(({ path, text }) => [
    ...[...text.matchAll(/@(apply|tailwind|theme|utility|variant|custom-variant|source|plugin)\b/g)].map(
      ([rule]) => `${path}: ${rule} is not plain CSS (docs/decisions: our own style sheets).`,
    ),
    ...[...text.matchAll(/width: [^;]*\dch\b/g)].map(
      ([rule]) => `${path}: ${rule} is another width once the font has come. Say it in em.`,
    ),
    ...[...text.matchAll(/@import\s+"([^".][^"]*)"/g)].map(
      ([, name]) => `${path}: imports ${name}; style sheets import our own files alone.`,
    ),
    ...outsideLayers(text).map(
      (rule) => `${path}: ${rule} lies in no layer. Put it in ui, features or overrides.`,
    ),
  ])
}

/** What stands at the top of a sheet and is neither a layer nor a thing that has none. */
function outsideLayers(text: string): string[] {
  const heads: string[] = []
  let rest = text.replace(/@(import|layer)[^;{]*;/g, '')
  for (let open = rest.indexOf('{'); open !== -1; open = rest.indexOf('{')) {
    heads.push(rest.slice(0, open).trim())
    rest = rest.slice(open + 1 + untilClosed(rest, open + 1).length + 1)
  }
  return heads.filter((head) => !/^@(layer|font-face)/.test(head))
}

/** Sheets that nothing loads, or that are loaded twice, and imports that lead nowhere. */
export function findLooseSheets(sheets: readonly Sheet[], entries: readonly string[] = ENTRIES): string[] {
  const imported = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/@import\s+"(\.[^"]*)"/g)].map(([, name = '']) => normalize(join(dirname(path), name))),
  )
  const paths = sheets.map(({ path }) => path)
  return [
    ...paths
      .filter((path) => !entries.includes(path))
      .filter((path) => imported.filter((one) => one === path).length !== 1)
      .map((path) => `${path}: import it once, in first.css or later.css.`),
    ...imported
      .filter((path) => !paths.includes(path))
      .map((path) => `${path} is imported and is not there.`),
  ]
}

const BUTTONS = new Set(['Button', 'TextButton', 'ActButton', 'DialogSubmit', 'CancelAndSubmit'])

/** Buttons of the back office that are disabled without saying why: `disabledWhy` says it, `loading` that it is busy. */
export function findSilentButtons(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/client/features/admin/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\s(?:aria-)?disabled[=\s/>]/g)]
        .map(({ index }) =>
          text
            .slice(0, index)
            .match(/<[A-Z]\w*(?=[^<]*$)/)?.[0]
            .slice(1),
        )
        .filter((tag) => tag !== undefined && BUTTONS.has(tag))
        .map((tag) => `${path}: ${tag}`),
    )
}
