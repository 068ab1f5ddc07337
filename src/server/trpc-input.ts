import type { SuperJSONResult } from 'superjson'
import { ShopError } from './errors.ts'

/** No form has as many fields, and none is nested as deeply. */
const MOST_MARKS = 100
const LONGEST_PATH = 200
const DEEPEST = 8

/**
 * Reads what came to a procedure. Its inputs are plain JSON with `undefined` in places, which superjson sends as null
 * with a note. The notes are applied here and not by superjson, whose work is the square of their number and length.
 * Other types are refused, and what it says of objects that are one and the same is passed over.
 *
 * @throws ShopError BAD_INPUT
 */
export function readInput({ json, meta }: SuperJSONResult): unknown {
  const notes = meta?.values
  if (!notes) return json
  if (isUndefinedMark(notes)) return undefined
  applyNotes(json, notes, { marksLeft: MOST_MARKS, levelsLeft: DEEPEST })
  return json
}

type Budget = { marksLeft: number; levelsLeft: number }

/** `notes` are paths, each with the type found there or with further paths below it. */
function applyNotes(place: unknown, notes: unknown, budget: Budget): void {
  if (Array.isArray(notes) || budget.levelsLeft === 0) throw new ShopError('BAD_INPUT')
  budget.levelsLeft -= 1
  for (const [path, below] of Object.entries(objectAt(notes))) {
    budget.marksLeft -= 1
    if (budget.marksLeft < 0 || path.length > LONGEST_PATH) throw new ShopError('BAD_INPUT')
    const keys = readPath(path)
    const last = keys.pop() ?? ''
    const holder = objectAt(keys.reduce<unknown>(valueAt, place))
    if (!isUndefinedMark(below)) applyNotes(valueAt(holder, last), below, budget)
    else if (valueAt(holder, last) === null) holder[last] = undefined
    else throw new ShopError('BAD_INPUT')
  }
  budget.levelsLeft += 1
}

function isUndefinedMark(notes: unknown): boolean {
  return Array.isArray(notes) && notes.length === 1 && notes[0] === 'undefined'
}

/** Own properties alone: a path leads nowhere else. */
function valueAt(place: unknown, key: string): unknown {
  const holder = objectAt(place)
  if (!Object.hasOwn(holder, key)) throw new ShopError('BAD_INPUT')
  return holder[key]
}

function objectAt(place: unknown): Record<string, unknown> {
  if (!isObject(place)) throw new ShopError('BAD_INPUT')
  return place
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** `a.b\.c` is `c` with a dot before it, inside `a`: superjson escapes dots and backslashes. */
function readPath(path: string): string[] {
  const keys = ['']
  for (let at = 0; at < path.length; at++) {
    const character = path.charAt(at)
    if (character === '.') keys.push('')
    else keys.push((keys.pop() ?? '') + (character === '\\' ? path.charAt(++at) : character))
  }
  return keys
}
