import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportMail } from '#server/features/mail/personal-data.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('exportMail', () => {
  it('tells which mails went to an address, whatever its case, and no one else’s', async () => {
    for (const to of ['Sam_P@example.com', 'sam_p@example.com', 'samXp@example.com']) {
      await queueMail(deps.db, deps, { template: 'welcome', to, props: { username: to } })
    }
    const expiresAt = '2026-11-22T10:00:00.000Z'
    const props = { username: 'Sam', token: 'tell-nobody', expiresAt }
    await queueMail(deps.db, deps, { template: 'verify-email', to: 'sam_p@example.com', props })
    await deps.db.suppression.create({
      data: { addressKey: 'sam_p@example.com', reason: 'unsubscribed', createdAt: deps.clock.now() },
    })

    const data = await exportMail(deps, ' SAM_P@example.com')
    expect(data.messages.map(({ template, toAddress }) => [template, toAddress])).toEqual([
      ['welcome', 'Sam_P@example.com'],
      ['welcome', 'sam_p@example.com'],
      ['verify-email', 'sam_p@example.com'],
    ])
    expect(data.suppression).toEqual({ reason: 'unsubscribed', createdAt: deps.clock.now() })
    expect(JSON.stringify(data)).not.toContain('tell-nobody')
  })
})
