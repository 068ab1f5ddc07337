import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeAddresses } from '#server/demo/part-addresses.ts'
import { projectRoot } from '#server/infra/root.ts'

const stripe = { secretKey: '', publishableKey: '', webhookSecret: '', apiBase: null }
const running = 'postgresql://shop:of-the-demo@127.0.0.1:5432/postgres'
const configured = 'postgresql://shop:of-the-environment@127.0.0.1:5432/shop'

const folder = mkdtempSync(join(tmpdir(), 'prisma-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeAddresses(folder, { databaseUrl: running, smtpUrl: '', stripe })
writeFileSync(join(folder, '.env'), `DATA_DIR=${folder}\n`)

/** The first thing Prisma's command does is to ask its engine for the database: this one writes down which. */
const engine = join(folder, 'engine.mjs')
const record = join(folder, 'asked')
writeFileSync(
  engine,
  `#!${process.execPath}
import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(record)}, process.argv.join(' '))
process.exit(1)
`,
  { mode: 0o700 },
)

/** Which database `npx prisma migrate deploy` goes to, called in a folder with a `.env`. */
async function databaseOfDeploy(env: Record<string, string>): Promise<string> {
  const args = ['migrate', 'deploy', '--config', join(projectRoot, 'prisma.config.ts')]
  const { PATH, HOME } = process.env
  await new Promise<void>((done) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'node_modules/prisma/build/index.js'), ...args],
      {
        cwd: folder,
        env: { PATH, HOME, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: '1', ...env },
      },
      () => done(),
    )
  })
  return readFileSync(record, 'utf8')
}

it('leads Prisma’s commands to the running demo, by the DATA_DIR of .env', async () => {
  expect(await databaseOfDeploy({})).toContain(running)
})

it('leads them to DATABASE_URL where there is one, and a blank one is none', async () => {
  expect(await databaseOfDeploy({ DATABASE_URL: configured })).toContain(configured)
  expect(await databaseOfDeploy({ DATABASE_URL: ' ' })).toContain(running)
})
