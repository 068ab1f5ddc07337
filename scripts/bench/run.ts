import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openBench } from './bench.ts'
import { printGrowth } from './growth.ts'
import { printProcesses } from './processes.ts'
import type { Row, Turn } from './row.ts'

/**
 * `npm run bench` measures every row beside its anchor, `npm run bench -- NAME …` some; `growth` measures the
 * paths that grow with the number of orders, `processes` what more web processes and workers add. The sides take turns, a ratio is
 * the median of the rounds' ratios. BENCH_ROUNDS (5) is how many rounds; the first one, in which both warm up, is left out.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

type Round = { anchor: Turn | null; ours: Turn }

const FOLDER = join(import.meta.dirname, 'rows')
const names = readdirSync(FOLDER).map((file) => basename(file, '.ts'))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name) && !['growth', 'processes'].includes(name))
if (unknown.length > 0) throw new Error(`No row is called ${unknown.join()}: there are ${names.join(', ')}`)

const bench = await openBench()
const lines = [['path', 'anchor', 'ours', 'ratio', 'goal', 'p99', 'first byte p50', 'CPU a request']]
try {
  for (const name of names.filter((row) => asked.length === 0 || asked.includes(row))) {
    const { row }: { row: Row } = await import(join(FOLDER, `${name}.ts`))
    lines.push(describe(row, await measure(row)))
    process.stderr.write(`${lines.at(-1)?.join(' | ')}\n`)
  }
} finally {
  await bench.close()
}
if (lines.length > 1) print(lines)
if (asked.length === 0 || asked.includes('growth')) await printGrowth()
if (asked.length === 0 || asked.includes('processes')) await printProcesses()

async function measure(row: Row): Promise<Round[]> {
  const { anchor, ours, close } = await row.open(bench)
  const rounds: Round[] = []
  try {
    for (let round = 0; round <= (row.rounds ?? ROUNDS); round++) {
      rounds.push({ anchor: (await anchor?.()) ?? null, ours: await ours() })
    }
  } finally {
    await close?.()
  }
  return rounds.slice(1)
}

function describe(row: Row, rounds: Round[]): string[] {
  const anchors = rounds.flatMap(({ anchor }) => anchor ?? [])
  const ours = rounds.map((round) => round.ours)
  const ratios = rounds.flatMap((round) => (round.anchor ? round.ours.figure / round.anchor.figure : []))
  const figure = (turns: Turn[]) => `${short(median(turns.map((turn) => turn.figure)))} ${row.unit}`
  const both = (key: 'p99Ms' | 'firstByteMs' | 'cpuMicros', unit: string) => {
    const of = (turns: Turn[]) => turns.flatMap((turn) => turn[key] ?? [])
    const values = [of(anchors), of(ours)]
      .filter((list) => list.length > 0)
      .map((list) => short(median(list)))
    return values.length > 0 ? `${values.join(' → ')} ${unit}` : ''
  }
  return [
    row.path,
    anchors.length > 0 ? figure(anchors) : '–',
    figure(ours),
    ratios.length > 0 ? median(ratios).toFixed(2) : '–',
    row.goal,
    both('p99Ms', 'ms'),
    both('firstByteMs', 'ms'),
    both('cpuMicros', 'µs'),
  ]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Two digits after the point below ten, whole numbers with separators from a hundred on. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-GB')
  return value.toFixed(value < 10 ? 2 : 1)
}

function print(table: string[][]): void {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const [index, line] of table.entries()) {
    process.stdout.write(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`)
    if (index === 0) process.stdout.write(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`)
  }
}
