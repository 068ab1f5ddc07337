import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '#server/demo/mailbox.ts'
import { exportAccount } from '#server/features/accounts/personal-data.ts'
import { deleteOldChallenges } from '#server/features/admin-auth/challenges.ts'
import { createMessage } from '#server/features/contact/messages.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { cleanUp } from '#server/features/operations/clean-up.ts'
import { eraseStudent } from '#server/features/privacy/erasure.ts'
import { createMailer, type Mailer } from '#server/infra/mailer.ts'
import { type ContactInput, contactInput } from '#shared/schemas/contact.ts'
import { makeApplication } from '#tests/server/features/referers/applications.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
let dir: string
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  deps = await createTestDeps({ env: { SUPPORT_EMAIL: 'instructor@example.com' } })
  dir = await mkdtemp(join(tmpdir(), 'contact-'))
  mailbox = await startMailbox({ dir, clock: deps.clock })
  mailer = createMailer({ smtpUrl: mailbox.smtpUrl, requireTls: false, from: 'Shop <shop@example.com>' })
})
afterAll(async () => {
  await mailer.close()
  await mailbox.close()
  await rm(dir, { recursive: true, force: true })
  await deps.close()
})

function written(changes: Record<string, unknown> = {}): ContactInput {
  return contactInput.parse({
    name: 'Robin Vale',
    email: 'robin@example.com',
    topic: 'playback',
    message: 'Navigation stops at 12:04.\n\nWhat now?',
    ...changes,
  })
}

function send(changes: Record<string, unknown> = {}, studentId: string | null = null) {
  return createMessage(deps, { message: written(changes), studentId })
}

/** The instructor’s mail about one message, as the mail server got it. */
async function posted(reference: string) {
  for (const { id, props } of await readOutbox(deps, 'contact-message')) {
    if (props.reference === reference) await sendMail({ ...deps, mailer }, { outboxId: id, renderDocument })
  }
  const mails = await mailbox.list({ to: 'instructor@example.com' })
  const found = mails.find(({ subject }) => subject.includes(reference))
  return found ? mailbox.read(found.id) : null
}

function renderDocument(): never {
  throw new Error('This mail has no papers')
}

const messages = () => deps.db.contactMessage

describe('a message', () => {
  it('is mailed to the instructor, with the sender as reply address', async () => {
    const answer = await send({ email: 'Robin@Example.com', invoiceNumber: 'INV-000007' })
    expect(answer).toEqual({
      reference: expect.stringMatching(/^M-[0-9A-F]{8}$/),
      acknowledgedBy: null,
      isAcknowledged: false,
    })
    const mail = await posted(answer.reference)
    const header = (name: string) =>
      mail?.headers.filter((one) => one.name.toLowerCase() === name).map(({ value }) => value)
    expect(header('reply-to')).toEqual(['Robin@example.com'])
    expect(mail?.subject).toBe(`A film that does not play: Robin Vale (${answer.reference})`)
    expect(mail?.text).toContain('Navigation stops at 12:04.')
    expect(mail?.text).toContain('INV-000007')
    expect(mail?.text).toContain('Not signed in')
  })

  it('is stored once: the outbox erases its text when the mail is sent', async () => {
    const { reference } = await send({ message: 'Words that are kept once.' })
    await posted(reference)
    const rows = await deps.db.outboxMessage.findMany({
      where: { template: 'contact-message', status: 'sent' },
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('kept once')
    expect(await messages().count({ where: { body: 'Words that are kept once.' } })).toBe(1)
  })

  it('is never mailed to a typed address', async () => {
    await send({ email: 'stranger@example.com' })
    expect(await deps.db.outboxMessage.count({ where: { toAddress: 'stranger@example.com' } })).toBe(0)
  })

  it('is acknowledged to a signed-in student, without its text', async () => {
    const student = await makeStudent(deps)
    const answer = await send({ email: 'elsewhere@example.com', message: 'Buy pills' }, student.id)
    expect(answer.isAcknowledged).toBe(true)
    const [mail, ...more] = await readOutbox(deps, 'contact-received')
    expect(more).toEqual([])
    expect(mail?.to).toBe(student.email)
    expect(JSON.stringify(mail?.props)).not.toMatch(/pills|elsewhere/)
  })

  it.each([
    ['name', { name: 'Robin\r\nBcc: everybody@example.com' }],
    ['address', { email: 'robin@example.com\r\nBcc: everybody@example.com' }],
    ['invoice number', { invoiceNumber: 'INV-1\nBcc: everybody@example.com' }],
  ])('with a line break in the %s is refused: it could begin a header of its own', (_what, changes) => {
    expect(contactInput.safeParse({ ...written(), ...changes }).success).toBe(false)
  })

  it('may hold text like headers and markup, which stays text', async () => {
    const { reference } = await send({
      name: 'Robin <b>Vale</b>, eve@example.com',
      message: 'Bcc: everybody@example.com\r\n\r\n<script>alert(1)</script>',
    })
    const mail = await posted(reference)
    expect(mail?.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc')
    expect(mail?.html).not.toMatch(/<script>|<b>Vale/)
    expect(mail?.text).toContain('Bcc: everybody@example.com')
  })

  it('is refused with a sentence when the hidden field is filled', () => {
    expect(
      contactInput.safeParse({ ...written(), website: 'https://example.com' }).error?.issues[0],
    ).toMatchObject({
      path: ['website'],
    })
  })
})

describe('a complaint', () => {
  it('has the day of its acknowledgement in the mail and in the audit log', async () => {
    const { reference, acknowledgedBy } = await send({ topic: 'complaint' })
    expect(acknowledgedBy).toBe('2026-12-21T10:00:00.000Z')
    const mail = await posted(reference)
    expect(mail?.subject).toMatch(/^A complaint: /)
    expect(mail?.text).toContain('Acknowledge it by 21 December 2026')
    const [entry] = await deps.db.auditEntry.findMany({ where: { action: 'complaint.received' } })
    expect(entry).toMatchObject({ actorKind: 'shop', details: { reference, acknowledgedBy } })
  })
})

describe('a stored message', () => {
  it('is in the student’s export, and is erased with the account', async () => {
    const student = await makeStudent(deps)
    await send({ message: 'Mine.' }, student.id)
    await send({ message: 'Under my address.', email: student.email.toUpperCase() })
    expect((await exportAccount(deps, student.id))?.messages).toMatchObject([{ body: 'Mine.' }])
    await eraseStudent(deps, { studentId: student.id, actor: { kind: 'shop' } })
    expect(await messages().count({ where: { body: { in: ['Mine.', 'Under my address.'] } } })).toBe(0)
  })

  it('is deleted after a year, a complaint after six', async () => {
    const { clock } = deps
    await messages().deleteMany()
    await send({ topic: 'other' })
    await send({ topic: 'complaint' })
    await makeApplication(deps)
    const left = async () => {
      await cleanUp(deps, deleteOldChallenges)
      return (await messages().findMany()).map(({ topic }) => topic)
    }
    clock.set('2027-11-21T09:59:59.000Z')
    expect(await left()).toEqual(['other', 'complaint'])
    expect(await readOutbox(deps, 'application-waiting')).toHaveLength(1)
    clock.set('2027-11-21T10:00:01.000Z')
    expect(await left()).toEqual(['complaint'])
    for (const template of ['contact-message', 'application-waiting'] as const) {
      expect(await readOutbox(deps, template)).toEqual([])
    }
    clock.set('2032-11-21T10:00:01.000Z')
    expect(await left()).toEqual([])
  })
})

describe('a repeated message', () => {
  const again = { topic: 'complaint', message: 'Said twice, meant once.' }

  it('is the same message for an hour, also for simultaneous requests', async () => {
    deps.clock.set('2033-01-01T10:00:00.000Z')
    const student = await makeStudent(deps)
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => send(again, student.id)))
    deps.clock.set('2033-01-01T10:59:59.999Z')
    expect([...others, await send(again, student.id)]).toEqual(Array.from({ length: 5 }, () => first))
    expect(await messages().count()).toBe(1)
    for (const template of ['contact-message', 'contact-received'] as const) {
      const mails = await readOutbox(deps, template)
      expect(mails.filter(({ props }) => props.reference === first?.reference)).toHaveLength(1)
    }
  })

  it('is another message from another sender, or an hour later', async () => {
    deps.clock.set('2033-01-02T10:00:00.000Z')
    const student = await makeStudent(deps)
    const first = await send(again, student.id)
    expect((await send(again)).reference).not.toBe(first.reference)
    deps.clock.set('2033-01-02T11:00:00.000Z')
    expect((await send(again, student.id)).reference).not.toBe(first.reference)
  })
})
