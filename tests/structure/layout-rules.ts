import { dirname } from 'node:path'
import { FEATURES } from './import-rules.ts'
import type { SourceFile } from './source-files.ts'

const FOLDER = 'src/server/features/'
const LONGEST_FILE = 300
const MOST_FILES = 18

function featureOf(path: string): string | null {
  return path.startsWith(FOLDER) ? (path.slice(FOLDER.length).split('/')[0] ?? '') : null
}

/** Folders of `src/server/features` that are not in the order of features, and features without a file. */
export function findUnknownFeatures(files: readonly SourceFile[]): string[] {
  const found = new Set(files.flatMap(({ path }) => featureOf(path) ?? []))
  return [
    ...[...found]
      .filter((feature) => !FEATURES.includes(feature))
      .map((feature) => `${FOLDER}${feature}: give it a place in ORDER (tests/structure/import-rules.ts).`),
    ...FEATURES.filter((feature) => !found.has(feature)).map((feature) => `${FOLDER}${feature} has no file.`),
  ]
}

/** Folders of features with more files side by side than a reader takes in. */
export function findCrowdedFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!/^src\/(server|client)\/features\//.test(path)) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files: join small ones, or sort them into folders by area.`,
    )
}

/** Files that hold more than one idea. */
export function findLongFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > LONGEST_FILE)
    .map(
      ({ path, lines }) =>
        `${path} has ${lines} lines: split it by idea (tests by behaviour), ${LONGEST_FILE} at most.`,
    )
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|d))?\.tsx?$/

export function findOtherCases(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !KEBAB.test(path.split('/').at(-1) ?? ''))
    .map(({ path }) => `${path}: file names are kebab-case, like fulfil-order.ts.`)
}

/** Default exports and files that only pass exports on: both hide where a thing lives. */
export function findHiddenExports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...(/^export (default\b|\{[^}]*\bas default\b)/m.test(text)
      ? [`${path}: export by name, so that a thing is called the same everywhere.`]
      : []),
    ...(/^export (type )?\* from/m.test(text)
      ? [`${path}: import from the file that has it; files that pass exports on hide where a thing lives.`]
      : []),
  ])
}

/** Tests without a folder in src: a test lies where what it tests lies, `tests` standing for `src`. */
export function findAstray(tests: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const folders = new Set(sources.flatMap(({ path }) => foldersOf(path)))
  return tests
    .filter(({ path }) => /^tests\/(server|client|shared|sandbox|emails|prisma)\/.*\.test\.tsx?$/.test(path))
    .filter(({ path }) => !folders.has(folderTestedBy(path)))
    .map(({ path }) => `${path} tests nothing of ${folderTestedBy(path)}: there is no such folder.`)
}

function folderTestedBy(path: string): string {
  return dirname(path)
    .replace(/^tests\/(?=sandbox|emails|prisma)/, '')
    .replace(/^tests\//, 'src/')
}

/** Every folder above a path, the nearest first. */
function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/** Prisma outside the features: each table is written by the feature that owns it. */
export function findStrayQueries(files: readonly SourceFile[]): string[] {
  const query = /\b(db|tx|prisma)\.\w+\.(find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(/
  return files
    .filter(({ path }) => /^src\/server\/(?!features\/|infra\/)/.test(path))
    .filter(({ text }) => query.test(text))
    .map(
      ({ path }) =>
        `${path} queries the database itself: put the query into the queries.ts of the feature that owns the table.`,
    )
}
