import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kind, Records } from './records.ts'

type Change = { [K in Kind]: { kind: K; value: Records[K] } }[Kind]
type MediaStores = { [K in Kind]: Map<string, Records[K]> }

export type Store = {
  get: <K extends Kind>(kind: K, id: string) => Records[K] | undefined
  /** All of a kind, oldest first. */
  all: <K extends Kind>(kind: K) => Records[K][]
  put: <K extends Kind>(kind: K, value: Records[K]) => Records[K]
  drop: (kind: Kind, id: string) => void
  /** Puts what stands in lines of another such file. */
  restore: (lines: readonly string[]) => void
  /** Writes what has been put since the last call as one line, so that an operation is kept whole or not at all. */
  commit: () => void
}

function emptyStores(): MediaStores {
  return {
    payment_intent: new Map(),
    charge: new Map(),
    refund: new Map(),
    dispute: new Map(),
    balance_transaction: new Map(),
    payout: new Map(),
    file: new Map(),
    payment_method: new Map(),
    customer: new Map(),
    event: new Map(),
    delivery: new Map(),
    job: new Map(),
    answer: new Map(),
    card_behind: new Map(),
    paid_out: new Map(),
    switches: new Map(),
    keys: new Map(),
  }
}

type Line = { put: Change[]; drop: { kind: Kind; id: string }[] }

function parseLine(text: string): Line | null {
  try {
    const line: Line = JSON.parse(text)
    return Array.isArray(line.put) && Array.isArray(line.drop) ? line : null
  } catch {
    return null
  }
}

function shelve<K extends Kind>(stores: MediaStores, kind: K, value: Records[K]) {
  const store: Map<string, Records[K]> = stores[kind]
  store.set(value.id, value)
}

function load(file: string, stores: MediaStores) {
  if (!existsSync(file)) return
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    // A line torn by a crash is the operation that did not happen.
    const line = parseLine(text)
    for (const { kind, value } of line?.put ?? []) shelve(stores, kind, value)
    for (const { kind, id } of line?.drop ?? []) stores[kind].delete(id)
  }
}

function compact(file: string, stores: MediaStores) {
  const lines = Object.entries(stores).flatMap(([kind, store]) =>
    [...store.values()].map((value) => JSON.stringify({ put: [{ kind, value }], drop: [] })),
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Keeps the sandbox's objects in memory and, where a file is named, as JSON lines appended to it.
 * The file is compacted when it is opened; a torn line is ignored.
 */
export function openStore(file: string | null): Store {
  const stores = emptyStores()
  if (file !== null) {
    load(file, stores)
    compact(file, stores)
  }
  let pending: Line = { put: [], drop: [] }

  return {
    get: (kind, id) => stores[kind].get(id),
    all: (kind) => [...stores[kind].values()],
    put: (kind, value) => {
      shelve(stores, kind, value)
      pending.put.push(changeOf(kind, value))
      return value
    },
    drop: (kind, id) => {
      stores[kind].delete(id)
      pending.drop.push({ kind, id })
    },
    restore: (lines) => {
      for (const text of lines) {
        for (const change of parseLine(text)?.put ?? []) {
          shelve(stores, change.kind, change.value)
          pending.put.push(change)
        }
      }
    },
    commit: () => {
      const line = pending
      pending = { put: [], drop: [] }
      if (file === null || line.put.length + line.drop.length === 0) return
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    },
  }
}

function changeOf<K extends Kind>(kind: K, value: Records[K]): Change
function changeOf(kind: Change['kind'], value: Change['value']) {
  return { kind, value }
}
