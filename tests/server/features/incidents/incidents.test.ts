import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeIncident, openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const stray = { kind: 'paymentWithoutOrder', subjectId: 'pi_1', detail: 'o1', reopens: 'never' } as const
const broken = {
  kind: 'brokenDocument',
  subjectId: 'd1',
  detail: 'INV-000001',
  reopens: 'forNewDetail',
} as const
const rows = (subjectId: string) => deps.db.incident.findMany({ where: { subjectId } })

describe('an incident', () => {
  it('is one row for simultaneous calls', async () => {
    await Promise.all(Array.from({ length: 10 }, () => openIncident(deps, stray)))
    deps.clock.advance(1_000)
    await openIncident(deps, { ...stray, detail: 'x'.repeat(600) })
    const [row, ...more] = await rows('pi_1')
    expect(more).toEqual([])
    expect(row).toMatchObject({ closedAt: null, detail: 'x'.repeat(500), seenAt: deps.clock.now() })
  })

  it('takes a repeat of a process whose clock is behind: seed 10204 of twelve months', async () => {
    const late = { ...stray, subjectId: 'pi_2' }
    await openIncident(deps, late)
    const [opened] = await rows('pi_2')
    const clock = fixedClock(new Date(deps.clock.now().getTime() - 5).toISOString())
    await openIncident({ ...deps, clock }, { ...late, detail: 'o2' })
    expect(await rows('pi_2')).toEqual([{ ...opened, detail: 'o2' }])
  })

  it('stays resolved on a repeat only if it never reopens', async () => {
    await openIncident(deps, broken)
    await resolveIncident(deps, stray)
    await resolveIncident(deps, broken)
    deps.clock.advance(1_000)
    await openIncident(deps, stray)
    await openIncident(deps, broken)
    expect((await rows('pi_1'))[0]?.closedAt).not.toBeNull()
    expect((await rows('d1'))[0]).toMatchObject({ closedAt: null, openedAt: deps.clock.now() })
  })
  it('that an admin closed reopens for another detail, or after it was resolved', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const book = { ...broken, subjectId: 'd2' }
    const isOpen = async () => (await rows('d2'))[0]?.closedAt === null
    const close = async () => closeIncident(deps, { id: (await rows('d2'))[0]?.id ?? '', adminId })
    await openIncident(deps, book)
    await close()
    await openIncident(deps, book)
    expect(await isOpen()).toBe(false)
    await openIncident(deps, { ...book, detail: 'INV-000001, another reason' })
    expect(await isOpen()).toBe(true)
    await close()
    await resolveIncident(deps, book)
    await openIncident(deps, { ...book, detail: 'INV-000001, another reason' })
    expect(await isOpen()).toBe(true)
  })

  it('that every repeat reopens, reopens for the same detail', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const other = { kind: 'otherMode', subjectId: 'events', detail: 'test', reopens: 'always' } as const
    await openIncident(deps, other)
    await closeIncident(deps, { id: (await rows('events'))[0]?.id ?? '', adminId })
    await openIncident(deps, other)
    expect(await rows('events')).toMatchObject([{ closedAt: null, closedById: null }])
  })
})
