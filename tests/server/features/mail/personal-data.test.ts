import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORGOTTEN } from '#server/features/mail/erased-person.ts'
import { contactMailKey, queueMail } from '#server/features/mail/outbox.ts'
import { type AddressPeriod, eraseMail, exportMail } from '#server/features/mail/personal-data.ts'
import { deleteUnsubscribe } from '#server/features/mail/suppressions.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

/** An address that belonged to the student all the time. */
function everOf(address: string): AddressPeriod {
  return { address, from: new Date(0), until: null, isOwn: true }
}

describe('exportMail', () => {
  it('lists the mails to an address, whatever its case, and no others', async () => {
    for (const to of ['Sam_P@example.com', 'sam_p@example.com', 'samXp@example.com']) {
      await queueMail(deps.db, deps, { template: 'welcome', to, props: { username: to } })
    }
    const expiresAt = '2026-11-22T10:00:00.000Z'
    const props = { token: 'tell-nobody', expiresAt }
    await queueMail(deps.db, deps, { template: 'verify-email', to: 'sam_p@example.com', props })
    await deps.db.suppression.create({
      data: { addressKey: 'sam_p@example.com', reason: 'unsubscribed', createdAt: deps.clock.now() },
    })

    const data = await exportMail(deps, everOf(' SAM_P@example.com'))
    expect(data.messages.map(({ template, toAddress }) => [template, toAddress])).toEqual([
      ['welcome', 'Sam_P@example.com'],
      ['welcome', 'sam_p@example.com'],
      ['verify-email', 'sam_p@example.com'],
    ])
    expect(data.suppression).toEqual({ reason: 'unsubscribed', createdAt: deps.clock.now() })
    expect(JSON.stringify(data)).not.toContain('tell-nobody')
  })
})

describe('eraseMail', () => {
  it('erases a student’s mails and stops waiting ones, and keeps other mails', async () => {
    const to = 'Erin_P@example.com'
    const sent = await queueMail(deps.db, deps, { template: 'welcome', to, props: { username: 'Erin' } })
    await deps.db.outboxMessage.update({ where: { id: sent ?? '' }, data: { status: 'sent' } })
    const expiresAt = '2026-11-22T10:00:00.000Z'
    await queueMail(deps.db, deps, {
      template: 'verify-email',
      to: 'erin_p@example.com',
      props: { token: 'tell-nobody', expiresAt },
      dedupeKey: 'verify:erin',
    })
    // A referer may use the same mailbox; mails to referers are kept with their contract.
    await queueMail(deps.db, deps, { template: 'application-received', to, props: {} })
    await queueMail(deps.db, deps, {
      template: 'password-changed',
      to,
      props: { username: 'Erin', account: 'referer', how: 'reset', at: expiresAt },
    })
    const refused = await queueMail(deps.db, deps, {
      template: 'contact-message',
      to: 'instructor@example.com',
      props: {
        topic: 'other',
        reference: 'M-00000001',
        name: 'Erin',
        replyTo: to,
        invoiceNumber: null,
        message: 'Which film is about fog?',
        account: null,
        acknowledgedBy: null,
        at: expiresAt,
      },
      dedupeKey: contactMailKey({ studentId: null, messageId: 'written-signed-out' }),
    })
    await deps.db.outboxMessage.update({ where: { id: refused ?? '' }, data: { status: 'failed' } })
    await queueMail(deps.db, deps, {
      template: 'welcome',
      to: 'erinXp@example.com',
      props: { username: 'Other' },
    })
    await deps.db.suppression.create({
      data: { addressKey: 'erin_p@example.com', reason: 'unsubscribed', createdAt: deps.clock.now() },
    })

    await deps.db.$transaction((tx) =>
      eraseMail(tx, {
        studentId: 'erin',
        periods: [everOf(' ERIN_P@example.com')],
        messageIds: ['written-signed-out'],
      }),
    )

    const rows = await deps.db.outboxMessage.findMany({
      where: { toAddress: FORGOTTEN },
      orderBy: { id: 'asc' },
    })
    expect(
      rows.map(({ template, status, props, secretsSealed }) => [template, status, props, secretsSealed]),
    ).toEqual([
      ['welcome', 'sent', {}, null],
      ['verify-email', 'suppressed', {}, null],
      ['contact-message', 'failed', {}, null],
    ])
    expect((await exportMail(deps, everOf(to))).messages.map(({ template }) => template).toSorted()).toEqual([
      'application-received',
      'password-changed',
    ])
    expect((await exportMail(deps, everOf('erinXp@example.com'))).messages).toHaveLength(1)
    expect((await exportMail(deps, everOf(to))).suppression).not.toBeNull()
    const again = { template: 'welcome', to, props: { username: 'Erin' }, dedupeKey: 'verify:erin' } as const
    expect(await queueMail(deps.db, deps, again)).toBeNull()
  })
})

describe('deleteUnsubscribe', () => {
  it('removes an unsubscribe suppression, not a bounce', async () => {
    const createdAt = deps.clock.now()
    await deps.db.suppression.createMany({
      data: [
        { addressKey: 'back@example.com', reason: 'unsubscribed', createdAt },
        { addressKey: 'gone@example.com', reason: 'bounced', createdAt },
      ],
    })
    await deps.db.$transaction((tx) => deleteUnsubscribe(tx, 'Back@example.com'))
    await deps.db.$transaction((tx) => deleteUnsubscribe(tx, 'gone@example.com'))
    expect((await exportMail(deps, everOf('back@example.com'))).suppression).toBeNull()
    expect((await exportMail(deps, everOf('gone@example.com'))).suppression).toMatchObject({
      reason: 'bounced',
    })
  })
})
