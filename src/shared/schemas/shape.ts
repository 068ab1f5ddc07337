/**
 * Shapes for the few things that every page reads back from the browser's storage: there zod, its small form too, would
 * be 14 kB of script more. Everything else is checked by zod.
 */

/** Takes an unknown value for what it should be, or throws. */
type Read<T> = (value: unknown) => T

/** A shape as zod offers it. */
export type Shape<T> = {
  parse(value: unknown): T
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

function refuse(): never {
  throw new TypeError('The value has another shape')
}

export function shape<T>(read: Read<T>): Shape<T> {
  return {
    parse: read,
    safeParse(value) {
      try {
        return { success: true, data: read(value) }
      } catch {
        return { success: false }
      }
    },
  }
}

export function text(max: number, min = 0): Read<string> {
  return (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max ? value : refuse()
}

export function matching(pattern: RegExp): Read<string> {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : refuse())
}

export const number: Read<number> = (value) => (Number.isFinite(value) ? Number(value) : refuse())

export const wholeNumber: Read<number> = (value) => (Number.isSafeInteger(value) ? Number(value) : refuse())

export const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : refuse())

export function oneOf<const T>(values: readonly T[]): Read<T> {
  return (value) => values.find((one) => one === value) ?? refuse()
}

/** Null counts too. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value))
}

/** May be left out. */
export function orNothing<T>(read: Read<T>): Read<T | undefined> {
  return (value) => (value === undefined ? undefined : read(value))
}

/** What has another shape counts as `instead`. */
export function otherwise<T>(read: Read<T>, instead: T): Read<T> {
  return (value) => {
    const found = shape(read).safeParse(value)
    return found.success ? found.data : instead
  }
}

export function list<T>(read: Read<T>, max: number, min = 0): Read<T[]> {
  return (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max
      ? value.map((one) => read(one))
      : refuse()
}

/** An object's own fields of these names; others are left out. */
export function fields<T extends object>(reads: { [Key in keyof T]-?: Read<T[Key]> }): Read<T>
export function fields(reads: Record<string, Read<unknown>>): Read<object> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return refuse()
    const found = new Map(Object.entries(value))
    return Object.fromEntries(
      Object.entries(reads)
        .map(([name, read]) => [name, read(found.get(name))] as const)
        .filter(([, field]) => field !== undefined),
    )
  }
}
