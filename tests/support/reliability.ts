import { appendFileSync } from 'node:fs'
import rows from './reliability.json' with { type: 'json' }

/**
 * Adds a figure to the table that `npm run test:full` prints: how many of what a test has tried, said at its end. Figures
 * of one row and one word are added up.
 */
export function recordReliability(row: keyof typeof rows, done: number, of: string): void {
  const file = process.env.RELIABILITY_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ row, done, of })}\n`)
}
