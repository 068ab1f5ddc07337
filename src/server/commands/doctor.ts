import { ConfigError } from '#server/config/config-error.ts'
import { type Config, loadConfig } from '#server/config.ts'
import { examine } from '#server/features/operations/doctor/doctor.ts'
import { systemClock } from '#server/infra/clock.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createMailer } from '#server/infra/mailer.ts'
import { exitOnError } from '#server/lifecycle.ts'
import type { DoctorFinding } from '#shared/schemas/operations.ts'
import { findDatabase } from './find-database.ts'

const COLOURS = { good: 32, warning: 33, bad: 31 } as const
const SIGNS = { good: '✓ green ', warning: '! yellow', bad: '✗ red   ' } as const

/** `npm run doctor`: one line a check with its remedy; exits with 1 where something is red. */
async function main(): Promise<void> {
  const config = readConfig()
  if (!config) return
  const { url, stop } = await findDatabase(config)
  const { pool, prisma, close } = openDatabase(url)
  const mailer = createMailer({
    smtpUrl: config.mail.smtpUrl ?? 'smtp://127.0.0.1',
    requireTls: config.mail.requireTls,
    from: config.mail.from,
  })
  try {
    const findings = await examine({ config, pool, db: prisma, clock: systemClock, mailer })
    findings.forEach(print)
    if (findings.some(({ level }) => level === 'bad')) process.exitCode = 1
  } finally {
    await mailer.close()
    await close()
    await stop()
  }
}

/** A configuration that the shop refuses is the first thing to be said, and the last: nothing else can be looked for. */
function readConfig(): Config | null {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    print({ check: 'configuration', level: 'bad', found: error.message, remedy: 'See .env.example.' })
    process.exitCode = 1
    return null
  }
}

function print({ check, level, found, remedy }: DoctorFinding): void {
  const sign = process.stdout.isTTY ? `\u001b[${COLOURS[level]}m${SIGNS[level]}\u001b[0m` : SIGNS[level]
  process.stdout.write(`${sign}  ${check}: ${found}\n`)
  if (remedy !== null) process.stdout.write(`             ${remedy}\n`)
}

main().catch((error: unknown) => exitOnError(error))
