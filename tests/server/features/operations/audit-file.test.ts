import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { openAuditFile } from '#server/features/operations/audit-file.ts'
import { rangeOfLondonDates } from '#shared/calendar/calendar.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function readFile(from: string, to: string): Promise<string[]> {
  const range = rangeOfLondonDates(from, to)
  if (!range) throw new Error('No period')
  return (await text(openAuditFile(deps, range))).split('\r\n')
}

it('holds every entry of a period by name, the newest first, and no cell runs as a formula', async () => {
  const admin = await makeAdmin(deps)
  const referer = await makeReferer(deps, { name: '=HYPERLINK("http://x"), Club' })
  const ENTRIES = 1_203
  // Just before midnight in London, in summer time, and so until the next day.
  deps.clock.set('2026-06-30T22:59:59.000Z')
  for (let index = 0; index < 2; index++) {
    await deps.db.$transaction((tx) =>
      recordAudit(tx, deps, {
        actor: { kind: 'admin', id: admin.id },
        action: 'referer.updated',
        subject: { kind: 'referer', id: referer.id },
        details: { changed: '+name', index },
      }),
    )
    deps.clock.advance(1_000)
  }
  const at = new Date('2026-08-01T10:00:00.000Z')
  await deps.db.auditEntry.createMany({
    data: Array.from({ length: ENTRIES }, (_, index) => ({
      id: `aug-${String(index).padStart(5, '0')}`,
      at,
      actorKind: 'shop',
      action: 'pages.turned',
      subjectKind: 'setting',
      subjectId: 'vat',
      details: { index },
    })),
  })
  const [head, row, end] = await readFile('2026-06-01', '2026-06-30')
  expect(head).toBe('date,time,done by,name,action,about,name of it,id of it,details')
  expect(row).toBe(
    `2026-06-30,23:59,admin,${admin.email},referer.updated,referer,"'=HYPERLINK(""http://x""), Club",${referer.id},index: 0; changed: +name`,
  )
  expect(end).toBe('')
  const july = await readFile('2026-07-01', '2026-07-31')
  expect(july.slice(1)).toEqual([expect.stringMatching(/^2026-07-01,00:00,.*index: 1; changed: \+name$/), ''])
  const august = await readFile('2026-08-01', '2026-08-31')
  expect(august.slice(1, -1).map((line) => Number(/index: (\d+)/.exec(line)?.[1]))).toEqual(
    Array.from({ length: ENTRIES }, (_, index) => ENTRIES - 1 - index),
  )
})
