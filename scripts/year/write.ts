import { writeFile } from 'node:fs/promises'
import { setup } from '#tests/support/global-setup.ts'
import { YEAR_FILE } from '../../prisma/seed/year.ts'
import { makeYear } from './make-year.ts'

const stop = await setup()
try {
  const began = performance.now()
  const text = await makeYear()
  await writeFile(YEAR_FILE, text)
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(
    `${YEAR_FILE}: ${text.split('\n').length - 1} lines, ${text.length} characters, in ${seconds} s`,
  )
} finally {
  await stop?.()
}
