import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasedEmail } from '#server/features/mail/erased-person.ts'
import { copyMail, queueMail } from '#server/features/mail/outbox.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('copyMail', () => {
  it('writes no copy to an erased person', async () => {
    const mail = { template: 'welcome', to: 'sam@example.com', props: { username: 'Sam' } } as const
    const outboxId = await queueMail(deps.db, deps, mail)
    const copy = (to: string) =>
      copyMail(deps.db, deps, { outboxId: outboxId ?? '', to, dedupeKey: `to:${to}` })
    expect(await copy(erasedEmail('a-student'))).toBeNull()
    expect(await copy('sam@example.com')).not.toBeNull()
    expect(await deps.db.outboxMessage.count({ where: { template: 'welcome' } })).toBe(2)
  })
})
