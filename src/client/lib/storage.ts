import { useSyncExternalStore } from 'react'

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/** One thing the browser keeps. Reading never throws, whatever lies there; writing never throws, however full it is. */
export type StoredValue<T> = {
  key: string
  /** The same object as long as nothing changed. Null: nothing there, or nothing readable. */
  read(): T | null
  write(value: T): void
  clear(): void
  /** Told of changes made here and in other tabs; gives back the way to stop. */
  subscribe(listener: () => void): () => void
}

type Codec<T> = { decode(text: string): T | null; encode(value: T): string }

/** A value kept as JSON and read back through its schema. */
export function storedJson<T>(key: string, schema: Schema<T>): StoredValue<T> {
  return storedValue(key, {
    decode(text) {
      const parsed = schema.safeParse(parseJson(text))
      return parsed.success ? parsed.data : null
    },
    encode: (value) => JSON.stringify(value),
  })
}

/** A value kept as it is, such as a token; a blank one counts as none. */
export function storedText(key: string): StoredValue<string> {
  return storedValue(key, { decode: (text) => text.trim() || null, encode: (value) => value })
}

function storedValue<T>(key: string, codec: Codec<T>): StoredValue<T> {
  const listeners = new Set<() => void>()
  // Takes the place of a storage that is full or forbidden, until the page is left.
  let unsaved: string | null | undefined
  let last: { text: string | null; value: T | null } = { text: null, value: null }

  function read() {
    const text = unsaved === undefined ? readText(key) : unsaved
    if (text !== last.text) last = { text, value: text === null ? null : codec.decode(text) }
    return last.value
  }

  function replace(text: string | null) {
    unsaved = writeText(key, text) ? undefined : text
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key && event.key !== null) return
      unsaved = undefined
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }

  return {
    key,
    read,
    write: (value) => replace(codec.encode(value)),
    clear: () => replace(null),
    subscribe,
  }
}

/** What is kept, and again whenever it changes; null on the server and while its markup is taken over. */
export function useStored<T>(stored: StoredValue<T>): T | null {
  return useSyncExternalStore(stored.subscribe, stored.read, nothing)
}

function nothing() {
  return null
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
