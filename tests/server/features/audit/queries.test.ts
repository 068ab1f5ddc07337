import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuditEvent, recordAudit } from '#server/features/audit/audit-entries.ts'
import { eraseAudit, exportSecurityEvents } from '#server/features/audit/personal-data.ts'
import { findAuditPage, findSecurityEvents, listAuditChoices } from '#server/features/audit/queries.ts'
import { deleteOldSecurityEvents, recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { newId } from '#server/infra/ids.ts'
import type { AuditInput } from '#shared/schemas/operations.ts'
import { securityEventsOutput } from '#shared/schemas/security-events.ts'
import { makeCommission, makePayout } from '#tests/server/features/commissions/ledger.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { seedCatalog } from '../../../../prisma/seed/catalog.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('the audit log', () => {
  let admin: MadeAdmin

  async function record(event: AuditEvent): Promise<void> {
    deps.clock.advance(1_000)
    await deps.db.$transaction((tx) => recordAudit(tx, deps, event))
  }

  const ALL: AuditInput = { action: null, actorKind: null, adminId: null, cursor: null }

  beforeAll(async () => {
    await seedCatalog(deps)
    admin = await makeAdmin(deps)
  })

  it('lists actor, action and subject by name, the newest first', async () => {
    const student = await makeStudent(deps)
    const referer = await makeReferer(deps)
    await record({
      actor: { kind: 'admin', id: admin.id },
      action: 'access.extended',
      subject: { kind: 'student', id: student.id },
      details: { reason: 'Was ill', days: 30, note: null },
    })
    await record({
      actor: { kind: 'referer', id: referer.id },
      action: 'referer.bankChanged',
      subject: { kind: 'referer', id: referer.id },
    })
    await record({
      actor: { kind: 'terminal' },
      action: 'admin.reset',
      subject: { kind: 'admin', id: admin.id },
    })
    const payoutId = await makePayout(deps, {
      refererId: referer.id,
      quarter: '2026-Q3',
      status: 'paid',
      pence: 2_000,
    })
    await record({
      actor: { kind: 'admin', id: admin.id },
      action: 'payout.paid',
      subject: { kind: 'payout', id: payoutId },
    })
    await record({ actor: { kind: 'shop' }, action: 'film.told', subject: { kind: 'film', id: '7' } })
    await record({
      actor: { kind: 'admin', id: admin.id },
      action: 'video.updated',
      subject: { kind: 'video', id: '7' },
    })
    await record({
      actor: { kind: 'admin', id: admin.id },
      action: 'payouts.exported',
      subject: { kind: 'quarter', id: '2026-Q3' },
    })
    const video = await deps.db.video.findUniqueOrThrow({ where: { id: 7 } })
    const { entries, nextCursor } = await findAuditPage(deps, ALL)
    expect(nextCursor).toBeNull()
    expect(entries.map(({ action, actor, subject }) => [action, actor.name, subject.name])).toEqual([
      ['payouts.exported', admin.email, '2026-Q3'],
      ['video.updated', admin.email, video.title],
      ['film.told', null, null],
      ['payout.paid', admin.email, referer.name],
      ['admin.reset', null, admin.email],
      ['referer.bankChanged', referer.name, referer.name],
      ['access.extended', admin.email, student.username],
    ])
    expect(entries.at(-1)?.details).toEqual([
      { name: 'days', value: '30' },
      { name: 'reason', value: 'Was ill' },
    ])
  })

  it('says names and order numbers for ids, in details too', async () => {
    const referer = await makeReferer(deps)
    const { orderId } = await makeCommission(deps, { refererId: referer.id, entries: [] })
    const order = await deps.db.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { student: { select: { id: true, username: true } } },
    })
    const byAdmin = { kind: 'admin', id: admin.id } as const
    await record({
      actor: byAdmin,
      action: 'order.refunded',
      subject: { kind: 'order', id: orderId },
      details: { refundId: 'refund-1', amountPence: 100 },
    })
    await record({
      actor: byAdmin,
      action: 'application.approved',
      subject: { kind: 'application', id: 'gone' },
      details: { refererId: referer.id },
    })
    const [approved, refunded] = (await findAuditPage(deps, ALL)).entries
    expect(refunded).toMatchObject({
      subject: { name: `Order of ${order.student.username}` },
      details: [{ name: 'amountPence', value: '100' }],
    })
    expect(approved?.details).toEqual([{ name: 'referer', value: referer.name }])
    const series = { key: 'invoice', prefix: 'INV-', lastNumber: 1 }
    await deps.db.documentSeries.upsert({ where: { key: series.key }, create: series, update: {} })
    const at = deps.clock.now()
    const invoice = { id: newId(at), seriesKey: series.key, number: 1, label: 'INV-000001' }
    const about = { orderId, studentId: order.student.id, details: {} }
    await deps.db.document.create({ data: { ...invoice, ...about, kind: 'invoice', issuedAt: at } })
    expect((await findAuditPage(deps, ALL)).entries[1]?.subject.name).toBe(
      `INV-000001 of ${order.student.username}`,
    )
  })

  it('is filtered by action, kind of actor, or admin', async () => {
    const other = await makeAdmin(deps)
    await record({
      actor: { kind: 'admin', id: other.id },
      action: 'payout.paid',
      subject: { kind: 'payout', id: 'payout-1' },
    })
    const actions = async (filter: Partial<AuditInput>) =>
      (await findAuditPage(deps, { ...ALL, ...filter })).entries.map(({ action }) => action)
    expect(await actions({ action: 'access.extended' })).toEqual(['access.extended'])
    expect(await actions({ actorKind: 'terminal' })).toEqual(['admin.reset'])
    expect(await findAuditPage(deps, { ...ALL, adminId: other.id })).toMatchObject({
      entries: [{ action: 'payout.paid' }],
    })
    const choices = await listAuditChoices(deps)
    expect(choices.actions).toEqual(
      expect.arrayContaining(['access.extended', 'admin.reset', 'payout.paid', 'referer.bankChanged']),
    )
    expect(choices.admins.map(({ email }) => email)).toEqual([admin.email, other.email].toSorted())
  })

  it('turns pages without missing or repeating an entry, while new ones are written', async () => {
    const subject = { kind: 'payout', id: 'payout-2' }
    for (let written = 0; written < 60; written++) {
      await record({ actor: { kind: 'shop' }, action: 'pages.turned', subject, details: { written } })
    }
    const filter = { ...ALL, action: 'pages.turned' }
    const first = await findAuditPage(deps, filter)
    expect(first.entries).toHaveLength(50)
    await record({ actor: { kind: 'shop' }, action: 'pages.turned', subject, details: { written: 60 } })
    const second = await findAuditPage(deps, { ...filter, cursor: first.nextCursor })
    expect(second.nextCursor).toBeNull()
    const values = [...first.entries, ...second.entries].map(({ details }) => Number(details[0]?.value))
    expect(values).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index))
  })

  it('presents no detail that is named like a secret', async () => {
    const now = deps.clock.now()
    await deps.db.auditEntry.create({
      data: {
        id: newId(now),
        at: now,
        actorKind: 'shop',
        action: 'leak.tried',
        subjectKind: 'film',
        subjectId: '1',
        details: { sortCode: '123456', resetToken: 'abc', kept: 'yes' },
      },
    })
    const page = await findAuditPage(deps, { ...ALL, action: 'leak.tried' })
    expect(page.entries[0]?.details).toEqual([{ name: 'kept', value: 'yes' }])
  })
})

describe('the list of security events', () => {
  beforeEach(async () => {
    deps.clock.set(TEST_NOW)
    await deps.db.securityEvent.deleteMany()
  })

  const fail = (id: string | null, kind: 'student' | 'admin' = 'student') =>
    recordSecurityEvent(deps, { kind: 'signIn.failed', subject: { kind, id }, address: '203.0.113.9' })

  it('comes in pages, the newest first, filtered by kind', async () => {
    const admin = await makeAdmin(deps)
    for (let count = 0; count < 60; count++) {
      deps.clock.advance(1_000)
      await fail(admin.id, 'admin')
    }
    deps.clock.advance(1_000)
    const subject = { kind: 'admin', id: null } as const
    await recordSecurityEvent(deps, { kind: 'signIn.locked', subject, address: '203.0.113.9' })

    const first = await findSecurityEvents(deps, { kind: null, cursor: null })
    expect(securityEventsOutput.parse(first)).toEqual(first)
    expect(first.events).toHaveLength(50)
    expect(first.events[0]).toMatchObject({
      kind: 'signIn.locked',
      subject: { kind: 'admin', id: null, name: null },
      address: '203.0.113.9',
    })
    expect(first.events[1]).toMatchObject({ subject: { id: admin.id, name: admin.email } })
    const second = await findSecurityEvents(deps, { kind: null, cursor: first.nextCursor })
    expect(second.events).toHaveLength(11)
    expect(second.nextCursor).toBeNull()
    const locked = await findSecurityEvents(deps, { kind: 'signIn.locked', cursor: null })
    expect(locked.events).toHaveLength(1)
  })

  it('is kept for 90 days', async () => {
    await fail('s1')
    deps.clock.advance(90 * 24 * 60 * 60 * 1_000)
    await fail('s2')
    await deleteOldSecurityEvents(deps)
    expect(await deps.db.securityEvent.count()).toBe(2)
    deps.clock.advance(1)
    await deleteOldSecurityEvents(deps)
    expect(await deps.db.securityEvent.findMany()).toMatchObject([{ subjectId: 's2' }])
  })

  it('is part of a student’s export, and holds no address after an erasure', async () => {
    await fail('s1')
    await fail('s2')
    expect(await exportSecurityEvents(deps, 's1')).toEqual([
      { at: deps.clock.now(), kind: 'signIn.failed', address: '203.0.113.9' },
    ])
    await deps.db.$transaction((tx) => eraseAudit(tx, 's1'))
    const rows = await deps.db.securityEvent.findMany({ orderBy: { subjectId: 'asc' } })
    expect(rows.map(({ subjectId, address }) => [subjectId, address])).toEqual([
      ['s1', null],
      ['s2', '203.0.113.9'],
    ])
  })
})
