import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Config, loadConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { createAdmin, resetAdminPassword } from '#server/features/admin-auth/admins.ts'
import { listAdmins } from '#server/features/admin-auth/queries.ts'
import { systemClock } from '#server/infra/clock.ts'
import { createPasswords } from '#server/infra/password-hashing.ts'
import { createRateLimits } from '#server/infra/rate-limits.ts'
import { StartError } from '#server/infra/start-error.ts'
import { exitOnError } from '#server/lifecycle.ts'
import { passwordMaxLength, passwordMinLength } from '#shared/limits.ts'
import { isEmail } from '#shared/schemas/primitives.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Looks after who may sign in to the back office.

  npm run admin -- add EMAIL     makes an admin
  npm run admin -- reset EMAIL   gives an admin a new password and ends their sessions
  npm run admin -- list          names them all

The password is asked for, or taken from ADMIN_PASSWORD.
`

type AdminDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits'>

/** `npm run admin`: works on the configured database, or on the embedded one, whether or not the shop is running. */
async function main(): Promise<void> {
  const [action, email] = process.argv.slice(2)
  if (action === 'list') return withAdmins(loadConfig(process.env), list)
  if ((action !== 'add' && action !== 'reset') || email === undefined) throw new StartError(USAGE)
  if (!isEmail(email)) throw new StartError(`${email} is not an email address.`)
  const config = loadConfig(process.env)
  const password = config.admin.password ?? (await askPassword())
  const account = { email, password }
  await withAdmins(config, (deps) => (action === 'add' ? add(deps, account) : reset(deps, account)))
}

async function add(deps: AdminDeps, account: { email: string; password: string }): Promise<void> {
  const isAdded = await createAdmin(deps, account)
  if (!isAdded) throw new StartError(`${account.email} is an admin already. To change the password: reset.`)
  say(`${account.email} may sign in now.`)
}

async function reset(deps: AdminDeps, account: { email: string; password: string }): Promise<void> {
  const isReset = await resetAdminPassword(deps, account)
  if (!isReset) throw new StartError(`Nobody called ${account.email} is an admin. To make one: add.`)
  say(`${account.email} has a new password and is signed out everywhere.`)
}

async function list(deps: AdminDeps): Promise<void> {
  const admins = await listAdmins(deps)
  if (admins.length === 0) say('There is no admin.')
  for (const { email, createdAt, disabledAt, _count } of admins) {
    const since = createdAt.toISOString().slice(0, 10)
    say(`${email}  since ${since}  signed in on ${_count.sessions}${disabledAt ? '  shut out' : ''}`)
  }
}

function withAdmins(config: Config, work: (deps: AdminDeps) => Promise<void>): Promise<void> {
  const passwords = createPasswords()
  return withDatabase(config, ({ db, pool }) =>
    work({ db, clock: systemClock, passwords, limits: createRateLimits(pool) }),
  )
}

/** At a terminal, typed twice without echo; from a pipe, its first line. */
async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  // The line editor shows what is typed on its output, so that goes nowhere. It is there before the first
  // prompt and until after the second: without it the terminal itself shows what is typed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const editor = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  editor.on('SIGINT', () => process.exit(130))
  const lines = editor[Symbol.asyncIterator]()
  try {
    const password = await nextLine(lines, isTerminal ? 'Password: ' : '')
    if (password.length < passwordMinLength || password.length > passwordMaxLength) {
      throw new StartError(`A password has ${passwordMinLength} to ${passwordMaxLength} characters.`)
    }
    if (isTerminal && (await nextLine(lines, '\nOnce more: ')) !== password) {
      throw new StartError('The two are not the same. Nothing was changed.')
    }
    return password
  } finally {
    editor.close()
    if (isTerminal) say('')
  }
}

async function nextLine(lines: AsyncIterator<string>, prompt: string): Promise<string> {
  process.stdout.write(prompt)
  const { done, value } = await lines.next()
  if (done) throw new StartError('No password was given.')
  return value
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}

main().catch((error: unknown) =>
  exitOnError(error instanceof ShopError ? new StartError(error.message) : error),
)
