import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasedEmail, erasedName, isErasedEmail } from '#server/features/mail/erased-person.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { SmtpError } from '#server/infra/smtp-client.ts'
import { isEmail } from '#shared/schemas/primitives.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

it('an erased person keeps an id, formatted as a name and an address', () => {
  expect(erasedName('0a1b')).toBe('erased-0a1b')
  expect(isEmail(erasedEmail('0a1b'))).toBe(true)
  expect(isErasedEmail(erasedEmail('0a1b'))).toBe(true)
})

it('other addresses are not erased ones', () => {
  expect(isErasedEmail('erased-0a1b@example.com')).toBe(false)
  expect(isErasedEmail('sam@noterased.invalid')).toBe(false)
})

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const farewell = {
  template: 'account-erased',
  to: 'sam@example.com',
  props: { username: 'Sam', erasedAt: '2026-11-21T10:00:00.000Z', keepsDocuments: true },
} as const

function noDocuments(): never {
  throw new Error('This mail has no papers')
}

describe('the mail about an erasure', () => {
  it('is sent, and then keeps neither name nor address', async () => {
    const outboxId = (await queueMail(deps.db, deps, farewell)) ?? ''
    expect(await sendMail(deps, { outboxId, renderDocument: noDocuments })).toEqual({ status: 'sent' })
    expect(deps.mailer.sent.at(-1)).toMatchObject({ to: 'sam@example.com' })
    const row = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: outboxId } })
    expect(JSON.stringify(row)).not.toMatch(/sam/i)
    expect(row.status).toBe('sent')
  })

  it('is also erased when it is given up', async () => {
    const refusing = {
      ...deps,
      mailer: {
        ...deps.mailer,
        send: async () => {
          const answer = { responseCode: 550, command: 'RCPT TO' }
          throw new SmtpError(Object.assign(new Error('550 No such user here'), answer), false)
        },
      },
    }
    const outboxId = (await queueMail(deps.db, deps, farewell)) ?? ''
    const outcome = await sendMail(refusing, { outboxId, renderDocument: noDocuments })
    expect(outcome.status).toBe('failed')
    const row = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: outboxId } })
    expect(row).toMatchObject({ status: 'failed', props: {} })
    expect(row.toAddress).not.toContain('sam')
  })
})

it('writes no mail to an erased person', async () => {
  const mail = { template: 'welcome', to: erasedEmail('0a1b'), props: { username: 'x' } } as const
  expect(await queueMail(deps.db, deps, mail)).toBeNull()
})
