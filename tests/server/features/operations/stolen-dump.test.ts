import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeEmail } from '#server/features/accounts/email-change.ts'
import { addAuthenticator, startSignIn } from '#tests/server/features/admin-auth/codes.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { REFERER_PASSWORD } from '#tests/support/factories/referer.ts'
import { newestToken } from '#tests/support/outbox.ts'
import { recordReliability } from '#tests/support/reliability.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Every row of every table, bytes as hexadecimal digits. */
async function dump(): Promise<string> {
  const { pool } = app.shop.deps
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const rows = []
  for (const { name } of tables)
    rows.push(...(await pool.query(`select row_to_json(t)::text as row from ${name} t`)).rows)
  return rows.map(({ row }) => row).join('\n')
}

it('a dump and the log hold no session, token, code, password or bank number that could be used', async () => {
  const { deps } = app.shop
  const { student, referer } = app.people
  const admin = await makeAdmin(deps)
  const { sessionToken, code } = await startSignIn(deps, admin)
  const { secret, recoveryCodes } = await addAuthenticator(deps, app.people.admin.id)
  const email = 'moved@example.com'
  await changeEmail(deps, { studentId: student.id, email, password: student.password })
  const bank = { accountName: 'Meadow Flyers', sortCode: '12-34-56', accountNumber: '71827364' }
  const input = { currentPassword: REFERER_PASSWORD, ...bank }
  const changed = await app.call({
    as: 'referer',
    path: 'referer.changeBankDetails',
    type: 'mutation',
    input,
  })
  expect(changed.statusCode).toBe(200)
  const login = { email: referer.email, password: 'a wrong guess at it' }
  await app.send({ method: 'POST', url: '/api/auth/login', body: login })

  const secrets = [
    ...Object.values(app.sessions).map(({ token }) => token),
    sessionToken,
    await newestToken(deps, 'email-change', email),
    secret,
    ...recoveryCodes,
    student.password,
    REFERER_PASSWORD,
    login.password,
    bank.accountNumber,
  ]
  const stolen = `${await dump()}\n${deps.logged.join('\n')}`
  const spellings = (text: string) => [text, Buffer.from(text).toString('hex')]
  expect(stolen).toContain(student.id)
  expect(secrets.filter((text) => spellings(text).some((one) => stolen.includes(one)))).toEqual([])
  // Six digits occur in times and ids: where a field holds nothing else, they would be the code.
  expect(stolen).not.toContain(`"${code}"`)
  recordReliability('stolen dump or logs', secrets.length + 1, 'planted secrets searched for')
})
