import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { YEAR_FILE } from '../../../prisma/seed/year.ts'
import { makeYear } from '../../../scripts/year/make-year.ts'

it('is what the use cases of today make of it: else `npm run year` writes it again', {
  timeout: 600_000,
}, async () => {
  const kept = (await readFile(YEAR_FILE, 'utf8')).split('\n')
  const made = (await makeYear()).split('\n')
  const differs = made.findIndex((line, index) => line !== kept[index])
  expect(differs === -1 ? null : { line: differs + 1, made: made[differs], kept: kept[differs] }).toBeNull()
  expect(made.length).toBe(kept.length)
})
