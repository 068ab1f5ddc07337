import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeEmail } from '#server/features/accounts/email-change.ts'
import { findAccount } from '#server/features/accounts/queries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const ask = (student: MadeStudent, email: string, password = student.password) =>
  changeEmail(deps, { studentId: student.id, email, password })
async function addressOf(studentId: string): Promise<string> {
  const row = await deps.db.student.findUniqueOrThrow({ where: { id: studentId } })
  expect(row.emailKey).toBe(row.email.toLowerCase())
  return row.email
}

describe('changeEmail', () => {
  it('mails a link to the new address, tells the old one, and changes nothing yet', async () => {
    const student = await makeStudent(deps)
    const answer = await ask(student, 'New.Sam@example.com')
    expect(answer).toEqual({
      success: true,
      email: 'New.Sam@example.com',
      expiresAt: '2026-11-22T10:00:00.000Z',
    })
    const [link] = await readOutbox(deps, 'email-change', 'New.Sam@example.com')
    const [notice] = await readOutbox(deps, 'email-changed', student.email)
    expect(link?.props).toMatchObject({ username: student.username, expiresAt: answer.expiresAt })
    expect(notice?.props).toMatchObject({ stage: 'asked', newEmail: 'New.Sam@example.com' })
    expect(await addressOf(student.id)).toBe(student.email)
    expect((await findAccount(deps, student.id))?.pending?.email).toBe('New.Sam@example.com')
    const { props, secretsSealed } = await deps.db.outboxMessage.findUniqueOrThrow({
      where: { id: link?.id ?? '' },
      select: { props: true, secretsSealed: true },
    })
    expect(props).toEqual({})
    expect(secretsSealed).not.toBeNull()
  })

  it('refuses a wrong password, and the address it is', async () => {
    const student = await makeStudent(deps)
    await expect(ask(student, 'x@example.com', 'not mine at all')).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    })
    await expect(ask(student, student.email)).rejects.toMatchObject({ code: 'EMAIL_UNCHANGED' })
    expect(await readOutbox(deps, 'email-changed', student.email)).toEqual([])
  })

  it('tells nobody but its mailbox that an address has an account, whatever its case', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const taken = other.email.toUpperCase()
    const answer = await ask(student, taken)
    expect(answer).toEqual({ success: true, email: taken, expiresAt: expect.any(String) })
    expect((await findAccount(deps, student.id))?.pending?.email).toBe(taken)
    expect(await readOutbox(deps, 'email-changed', student.email)).toHaveLength(1)
    const [mail] = await readOutbox(deps, 'email-change', taken)
    expect(mail?.props).toMatchObject({ token: null })
  })

  it('counts what it is asked before it looks who has the address', async () => {
    const student = await makeStudent(deps)
    const others = await Promise.all(Array.from({ length: 6 }, () => makeStudent(deps)))
    const answers = []
    for (const { email } of others) answers.push(await ask(student, email).catch(({ code }) => code))
    expect(answers.at(-1)).toBe('RATE_LIMITED')
    expect(answers.slice(0, -1)).toEqual(
      answers.slice(0, -1).map(() => expect.objectContaining({ success: true })),
    )
  })

  it('mails five links an hour and no more, whoever asks for them', async () => {
    const student = await makeStudent(deps)
    for (let i = 0; i < 5; i++) await ask(student, `limit${i}@example.com`)
    await expect(ask(student, 'limit6@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    for (let i = 0; i < 5; i++) await ask(await makeStudent(deps), 'stranger@example.com')
    await expect(ask(await makeStudent(deps), 'stranger@example.com')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })
})
