import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAttention } from '#server/features/operations/attention.ts'
import { dismissFailedMail, retryFailedMail } from '#server/features/operations/failed-mail.ts'
import { listFailedMails } from '#server/features/operations/queries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const adminId = 'admin-1'

async function makeMail(id: string, status: 'failed' | 'unknown' | 'sent'): Promise<void> {
  const now = deps.clock.now()
  await deps.db.outboxMessage.create({
    data: {
      id,
      template: 'welcome',
      toAddress: 'lee@example.com',
      props: {},
      status,
      nextAttemptAt: now,
      messageId: `<${id}@example.com>`,
      createdAt: now,
    },
  })
}

const onLists = async (id: string) => [
  (await findAttention(deps)).items.some((item) => item.id === id),
  (await listFailedMails(deps)).rows.some((row) => row.id === id),
]

it.each(['failed', 'unknown'] as const)('a mail that is %s leaves both lists, once', async (status) => {
  const id = `mail-${status}`
  await makeMail(id, status)
  expect(await onLists(id)).toEqual([true, true])
  expect(await dismissFailedMail(deps, { id, adminId })).toEqual({ success: true })
  expect(await onLists(id)).toEqual([false, false])
  await expect(dismissFailedMail(deps, { id, adminId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await deps.db.auditEntry.count({ where: { action: 'mail.dismissed', subjectId: id } })).toBe(1)
})

it('is listed again when it was sent again and failed', async () => {
  await makeMail('mail-back', 'failed')
  await dismissFailedMail(deps, { id: 'mail-back', adminId })
  await retryFailedMail(deps, { id: 'mail-back', adminId })
  await deps.db.outboxMessage.update({ where: { id: 'mail-back' }, data: { status: 'failed' } })
  expect(await onLists('mail-back')).toEqual([true, true])
})

it('refuses a sent mail', async () => {
  await makeMail('mail-sent', 'sent')
  await expect(dismissFailedMail(deps, { id: 'mail-sent', adminId })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})
