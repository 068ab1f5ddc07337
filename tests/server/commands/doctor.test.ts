import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { systemClock } from '#server/infra/clock.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { bundleProgram, type Program } from '#tests/support/program.ts'

let deps: TestDeps
let dataDir: string
let program: Program
beforeAll(async () => {
  ;[deps, program] = await Promise.all([createTestDeps(), bundleProgram('src/server/commands/doctor.ts')])
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-command-'))
})
afterAll(async () => {
  program.remove()
  rmSync(dataDir, { recursive: true, force: true })
  await deps.close()
})

/** Runs the program as a person would. */
function run(env: Record<string, string>): { status: number | null; lines: string[] } {
  const { PATH, HOME } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [program.file], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { status, lines: stdout.split('\n') }
}

it('prints red for settings that the shop refuses, and fails', () => {
  const { status, lines } = run({ NODE_ENV: 'production' })
  expect(status).toBe(1)
  expect(lines[0]).toMatch(/^✗ red {5}configuration: /)
  expect(lines.join('\n')).toContain('DATABASE_URL')
})

it('fails as long as something is red, each with its remedy', async () => {
  const env = { DATABASE_URL: deps.databaseUrl }
  const before = run(env)
  expect(before.status).toBe(1)
  const red = before.lines.findIndex((line) => line.startsWith('✗ red'))
  expect(before.lines.slice(red, red + 2)).toEqual([
    '✗ red     workers: None ever ran',
    '             Start the shop, or npm run worker where WORKERS is off.',
  ])

  await recordHeartbeat({ db: deps.db, clock: systemClock }, 'workers')
  const after = run(env)
  expect(after.lines.filter((line) => line.startsWith('✗ red'))).toEqual([])
  expect(after.status).toBe(0)
})
