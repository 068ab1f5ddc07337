import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentSession } from '#server/features/accounts/present.ts'
import { findSession, listSessions } from '#server/features/accounts/queries.ts'
import { revokeEverySession, revokeSession } from '#server/features/accounts/sessions.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

  it('are listed while open, last used first, with the device in words', async () => {
    const student = await makeStudent(deps)
    const now = deps.clock.now()
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const here = await makeSession(
      deps,
      { studentId: student.id },
      { lastUsedAt: ago(5), userAgent: FIREFOX },
    )
    const phone = await makeSession(deps, { studentId: student.id }, { lastUsedAt: ago(1) })
    await makeSession(deps, { studentId: student.id }, { expiresAt: now })
    await makeSession(deps, { studentId: student.id }, { revokedAt: ago(2) })
    await makeSession(deps, { studentId: (await makeStudent(deps)).id })

    const rows = await listSessions(deps, student.id)
    const shown = rows.map((row) => presentSession(row, here.sessionId))
    expect(shown.map(({ id, device, isCurrent }) => [id, device, isCurrent])).toEqual([
      [phone.sessionId, 'Unknown device', false],
      [here.sessionId, 'Firefox on Linux', true],
    ])
    expect(JSON.stringify(shown)).not.toContain('Gecko')
  })

  it('are ended one by one by their owner; ended, expired and foreign ones are not found', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = await makeSession(deps, { studentId: student.id })
    const old = await makeSession(deps, { studentId: student.id }, { expiresAt: deps.clock.now() })
    const theirs = await makeSession(deps, { studentId: other.id })
    const end = (sessionId: string) => revokeSession(deps, { studentId: student.id, sessionId })

    await end(mine.sessionId)
    expect(await findSession(deps, 'student', mine.token)).toBeNull()
    for (const { sessionId } of [mine, old, theirs]) {
      await expect(end(sessionId)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })

  it('are all ended at once, of that student alone', async () => {
    const student = await makeStudent(deps)
    const tokens = [
      await makeSession(deps, { studentId: student.id }),
      await makeSession(deps, { studentId: student.id }),
    ]
    const theirs = await makeSession(deps, { studentId: (await makeStudent(deps)).id })
    await revokeEverySession(deps, student.id)
    for (const { token } of tokens) expect(await findSession(deps, 'student', token)).toBeNull()
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })
})
