import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { bundleProgram, type Program } from '#tests/support/program.ts'

let deps: TestDeps
let dataDir: string
let program: Program
beforeAll(async () => {
  ;[deps, program] = await Promise.all([createTestDeps(), bundleProgram('src/server/commands/admin.ts')])
  dataDir = mkdtempSync(join(tmpdir(), 'admin-command-'))
})
afterAll(async () => {
  program.remove()
  rmSync(dataDir, { recursive: true, force: true })
  await deps.close()
})

type Outcome = { code: number | null; said: string; refused: string }

/** Runs the program as a person would, with a line piped to it. */
function run(words: string[], { line = '', password }: { line?: string; password?: string } = {}) {
  return new Promise<Outcome>((resolve, reject) => {
    const { PATH, HOME } = process.env
    const secret = password === undefined ? {} : { ADMIN_PASSWORD: password }
    const child = spawn(process.execPath, [program.file, ...words], {
      env: { PATH, HOME, DATABASE_URL: deps.databaseUrl, DATA_DIR: dataDir, ...secret },
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
    child.stdin.end(line)
  })
}

const password = 'slow flight at altitude'

describe('npm run admin', () => {
  it('adds, lists and resets, and never says the password', async () => {
    expect(await run(['list'])).toEqual({ code: 0, said: 'There is no admin.\n', refused: '' })

    const added = await run(['add', 'Owner@example.com'], { line: `${password}\n` })
    expect(added).toEqual({ code: 0, said: 'Owner@example.com may sign in now.\n', refused: '' })
    const admin = await deps.db.admin.findUniqueOrThrow({ where: { emailKey: 'owner@example.com' } })
    expect(await deps.passwords.verify(admin.passwordHash, password)).toBe(true)

    const twice = await run(['add', 'owner@example.com'], { password: 'another one entirely' })
    expect(twice).toMatchObject({ code: 1, said: '' })
    expect(twice.refused).toContain('is an admin already')

    const reset = await run(['reset', 'OWNER@example.com'], { password: 'another one entirely' })
    expect(reset).toMatchObject({ code: 0, refused: '' })
    const { passwordHash } = await deps.db.admin.findUniqueOrThrow({ where: { id: admin.id } })
    expect(await deps.passwords.verify(passwordHash, 'another one entirely')).toBe(true)

    expect((await run(['list'])).said).toMatch(
      /^Owner@example\.com {2}since \d{4}-\d\d-\d\d {2}signed in on 0\n$/,
    )
    expect(await deps.db.auditEntry.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actorKind: 'terminal', action: 'admin.added' },
      { actorKind: 'terminal', action: 'admin.reset' },
    ])
  })

  it('answers a slip in one sentence, and changes nothing', async () => {
    const slips: [string[], { line?: string; password?: string }, string][] = [
      [[], {}, 'npm run admin -- add EMAIL'],
      [['remove', 'a@b.uk'], {}, 'npm run admin -- add EMAIL'],
      [['add'], {}, 'npm run admin -- add EMAIL'],
      [['add', 'nonsense'], {}, 'nonsense is not an email address.'],
      [['add', 'short@example.com'], { line: 'short\n' }, 'A password has 8 to 200 characters.'],
      [['add', 'none@example.com'], { line: '' }, 'No password was given.'],
      [['add', 'weak@example.com'], { password: 'password1' }, 'published lists of leaked passwords'],
      [['reset', 'nobody@example.com'], { password }, 'Nobody called nobody@example.com is an admin.'],
    ]
    const before = await deps.db.admin.count()
    const tries = slips.map(async ([words, given, answer]) => ({ answer, ...(await run(words, given)) }))
    for (const { code, said, refused, answer } of await Promise.all(tries)) {
      expect({ code, said }).toEqual({ code: 1, said: '' })
      expect(refused).toContain(answer)
      expect(refused).not.toContain('    at ')
    }
    expect(await deps.db.admin.count()).toBe(before)
  })
})
