import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealBankDetails } from '#server/features/referers/bank-details.ts'
import { createSeal } from '#server/infra/seal.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { bundleProgram, type Program } from '#tests/support/program.ts'

const OLD = 'the-data-key-of-last-year-0123456789'
const NEW = 'the-data-key-of-this-year-0123456789'

let deps: TestDeps
let dataDir: string
let program: Program
beforeAll(async () => {
  ;[deps, program] = await Promise.all([createTestDeps(), bundleProgram('src/server/commands/reseal.ts')])
  dataDir = mkdtempSync(join(tmpdir(), 'reseal-command-'))
})
afterAll(async () => {
  program.remove()
  rmSync(dataDir, { recursive: true, force: true })
  await deps.close()
})

/** Runs the program as a person would. */
function run(keys: string) {
  return new Promise<{ code: number | null; said: string; refused: string }>((resolve, reject) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [program.file], {
      env: { PATH, HOME, DATABASE_URL: deps.databaseUrl, DATA_DIR: dataDir, DATA_KEY: keys },
    })
    let said = ''
    let refused = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      refused += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said, refused }))
  })
}

it('npm run reseal prints counts, and fails as long as a value needs a key that is not there', async () => {
  const { id } = await makeReferer(deps)
  const bank = { bankName: null, accountName: 'Club', sortCode: '123456', accountNumber: '12345678' }
  const sealed = sealBankDetails({ seal: createSeal([OLD]) }, { kind: 'Referer', id }, bank)
  await deps.db.referer.update({ where: { id }, data: sealed })

  const withoutOld = await run(NEW)
  expect(withoutOld.code).toBe(1)
  expect(withoutOld.refused).toContain(`No key of DATA_KEY opens these`)
  expect(withoutOld.refused).toContain(`Referer ${id} (bankDetailsSealed)`)

  const withBoth = await run(`${NEW},${OLD}`)
  expect(withBoth).toMatchObject({ code: 0, refused: '' })
  expect(withBoth.said).toContain('Referer.bankDetailsSealed: 1 of 1 sealed anew')

  const dropped = await run(NEW)
  expect(dropped).toMatchObject({ code: 0, refused: '' })
  expect(dropped.said).toContain('Referer.bankDetailsSealed: 0 of 1 sealed anew')
})
