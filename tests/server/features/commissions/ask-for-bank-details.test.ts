import { afterAll, beforeAll, expect, it } from 'vitest'
import { askForBankDetails, listMissingBank } from '#server/features/commissions/ask-for-bank-details.ts'
import { refererBankColumns } from '#server/features/referers/bank-details.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { makeCommission, makePayout } from './ledger.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

async function makeUnpaid(pence: number, name: string, over = {}) {
  const referer = await makeReferer(deps, { name, ...over })
  await makeCommission(deps, { refererId: referer.id, entries: [{ kind: 'earned', pence }] })
  return referer
}

async function setBank(id: string, accountName: string) {
  const details = { bankName: null, accountName, sortCode: '123456', accountNumber: '01234567' }
  await deps.db.referer.update({
    where: { id },
    data: refererBankColumns(deps, id, details),
  })
}

const missing = async () => (await listMissingBank(deps)).map(({ name, unpaidPence }) => [name, unpaidPence])

it('lists whom a payout could not be paid to, and mails them once a day', async () => {
  const ended = await makeUnpaid(2_000, 'Ended', { endedAt: deps.clock.now() })
  const none = await makeUnpaid(5_414, 'None')
  const blank = await makeUnpaid(1_000, 'No account name')
  const whole = await makeUnpaid(9_000, 'Whole')
  await makeUnpaid(999, 'Too little')
  const paid = await makeUnpaid(3_000, 'Paid')
  await makePayout(deps, { refererId: paid.id, quarter: '2026-Q3', status: 'paid', pence: 3_000 })
  await setBank(blank.id, '')
  await setBank(whole.id, 'Whole Club')
  expect(await missing()).toEqual([
    ['None', 5_414],
    ['Ended', 2_000],
    ['No account name', 1_000],
  ])

  const ask = (refererId: string) => askForBankDetails(deps, { refererId, adminId })
  await Promise.all([ask(none.id), ask(none.id)])
  const [mail, ...others] = await readOutbox(deps, 'bank-details-wanted', none.email)
  expect(others).toEqual([])
  expect(mail?.props).toEqual({ name: 'None', unpaidPence: 5_414, hasPortal: true })
  const audit = { subjectId: none.id, action: 'referer.bankAsked' }
  expect(await deps.db.auditEntry.findMany({ where: audit })).toMatchObject([
    { actorKind: 'admin', actorId: adminId, details: { unpaidPence: 5_414 } },
  ])
  expect((await listMissingBank(deps))[0]?.askedAt).toEqual(deps.clock.now())
  deps.clock.set(addDays(deps.clock.now(), 1).toISOString())
  await ask(none.id)
  expect(await readOutbox(deps, 'bank-details-wanted', none.email)).toHaveLength(2)

  await ask(ended.id)
  expect((await readOutbox(deps, 'bank-details-wanted', ended.email))[0]?.props.hasPortal).toBe(false)
  await expect(ask(whole.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(ask('nobody')).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
  await setBank(none.id, 'None Club')
  expect((await missing()).map(([name]) => name)).toEqual(['Ended', 'No account name'])
})
