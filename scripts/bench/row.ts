import type { Bench } from './bench.ts'

/** What one side reached in one turn: its figure in the row's unit, and what else was seen. */
export type Turn = {
  figure: number
  p99Ms?: number
  /** The median wait for the first byte of an answer. */
  firstByteMs?: number
  /** Processor time of the measured server for one request. */
  cpuMicros?: number
}

type Sides = {
  /** What the figure is compared with; absent where the goal is a plain number. */
  anchor?: () => Promise<Turn>
  ours: () => Promise<Turn>
  close?: () => Promise<void>
}

/** One line of the table. A file of `rows` exports it as `row`; the file's name is what `npm run bench -- NAME` takes. */
export type Row = {
  path: string
  unit: '/s' | 's' | 'MB/s' | 'MiB' | 'ms'
  /** As docs/performance.md has it: `≥ 0.6` is of the ratio, `≤ 2 s` of the figure. */
  goal: string
  /** Rounds, where the usual number takes too long or varies too much. */
  rounds?: number
  /** Starts what is measured. Its sides take turns, the anchor first. */
  open(bench: Bench): Promise<Sides>
}
