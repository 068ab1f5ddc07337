import { dirname } from 'node:path'
import { ROOMS } from './import-rules.ts'
import type { SourceFile } from './source-files.ts'

const FEATURES = 'src/server/features/'
const LONGEST_FILE = 300

/** A room's closed vocabulary, besides files that are named after the one thing they do. */
const KNOWN_NAMES =
  /^(router|admin-router|queries|queries-[a-z0-9-]+|present|present-[a-z0-9-]+|jobs|personal-data)$/
const KNOWN_FOLDERS = ['documents']

const camel = (name: string) => name.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)
const constant = (name: string) => name.replaceAll('-', '_').toUpperCase()

function placeOf(path: string): { room: string; folder: string | null; name: string } | null {
  if (!path.startsWith(FEATURES)) return null
  const parts = path.slice(FEATURES.length).split('/')
  const name = (parts.at(-1) ?? '').replace(/\.tsx?$/, '')
  return { room: parts[0] ?? '', folder: parts.length > 2 ? (parts[1] ?? '') : null, name }
}

/** Whether a file is named after what it exports: `fulfil-order.ts` has `fulfilOrder`, `order-books.ts` OrderBooks. */
function isNamedAfterItsExport({ text }: SourceFile, name: string): boolean {
  const names = [camel(name), constant(name), pascal(name)].join('|')
  return new RegExp(`^export (async )?(function|const|type) (${names})\\b`, 'm').test(text)
}

/** Rooms and files of `src/server/features` that no newcomer would know how to read. */
export function findStrangeNames(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const place = placeOf(file.path)
    if (!place) return []
    const { room, folder, name } = place
    if (!ROOMS.includes(room)) {
      return [`${file.path}: there is no room ${room}. The rooms are ${ROOMS.join(', ')}.`]
    }
    if (folder !== null) {
      return KNOWN_FOLDERS.includes(folder)
        ? []
        : [`${file.path}: a room has no folder but ${KNOWN_FOLDERS.join(', ')}. Name files by what they do.`]
    }
    if (KNOWN_NAMES.test(name) || isNamedAfterItsExport(file, name)) return []
    return [
      `${file.path}: call it router, admin-router, queries, queries-<what>, present, present-<what>, jobs or personal-data, or after the function it exports (${camel(name)}).`,
    ]
  })
}

/** Rooms that should exist and have no file. */
export function findMissingRooms(files: readonly SourceFile[]): string[] {
  const found = new Set(files.map((file) => placeOf(file.path)?.room))
  return ROOMS.filter((room) => !found.has(room))
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

/** Tests whose folder is nobody's: a test lies where what it tests lies, `tests` standing for `src`. */
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

/** Prisma outside the rooms: each table is written by the room that owns it. */
export function findStrayQueries(files: readonly SourceFile[]): string[] {
  const query = /\b(db|tx|prisma)\.\w+\.(find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(/
  return files
    .filter(({ path }) => /^src\/server\/(?!features\/|infra\/)/.test(path))
    .filter(({ text }) => query.test(text))
    .map(
      ({ path }) =>
        `${path} asks the database itself: put the question into the queries.ts of the room that owns the table.`,
    )
}
