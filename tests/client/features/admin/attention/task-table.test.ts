import { expect, it } from 'vitest'
import { splitOver, whenOf } from '#client/features/admin/attention/task-table.tsx'

it('knows a dispute that is over where the server does not say so', () => {
  const past = { kind: 'dispute', at: '2020-09-01T09:00:00.000Z', dueAt: '2020-09-11T09:00:00.000Z' } as const
  const open = { ...past, dueAt: '2099-09-11T09:00:00.000Z' }
  expect(whenOf(past)).toBe('The time to answer ended on 11 September 2020 at 10:00')
  expect(whenOf(open)).toBe('Answer by 11 September 2099 at 10:00')
  expect(splitOver([past, open])).toEqual([[open], [past]])
})
