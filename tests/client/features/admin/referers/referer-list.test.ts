import { describe, expect, it } from 'vitest'
import {
  findReferers,
  type RefererOrder,
  type ReferersShown,
  sumReferers,
} from '#client/features/admin/referers/referer-list.ts'
import { aReferer, aSummary } from '#tests/client/features/admin/admin-fixtures.ts'

const hedgerow = aSummary()
const windsock = aSummary({
  club: aReferer({ id: 'w', name: 'Windsock Aero Group', referralCode: 'WINDSOCK204', contactName: 'Kim' }),
  totalCommission: '300.05',
  totalPaid: '273.30',
  unpaidCommission: '26.75',
  commissionCount: 14,
})
const tuesday = aSummary({
  club: aReferer({ id: 't', name: 'Tuesday Circuit Club', endedAt: '2026-10-01T00:00:00.000Z' }),
  totalCommission: '7.92',
  totalPaid: '0.00',
  unpaidCommission: '7.92',
  commissionCount: 30,
})
const ALL = [tuesday, hedgerow, windsock]

const namesOf = (search: string, order: RefererOrder, shown: ReferersShown = 'all') =>
  findReferers(ALL, { search, order, shown }).map(({ club }) => club.name.split(' ')[0])

describe('the list of referers', () => {
  it.each<[RefererOrder, string[]]>([
    ['unpaid', ['Hedgerow', 'Windsock', 'Tuesday']],
    ['total', ['Windsock', 'Hedgerow', 'Tuesday']],
    ['sales', ['Tuesday', 'Hedgerow', 'Windsock']],
    ['name', ['Hedgerow', 'Tuesday', 'Windsock']],
  ])('is ordered by %s', (order, names) => {
    expect(namesOf('', order)).toEqual(names)
  })

  it.each([
    ['windsock', ['Windsock']],
    ['  SOCK204 ', ['Windsock']],
    ['kim', ['Windsock']],
    ['secretary@', ['Hedgerow', 'Tuesday', 'Windsock']],
    ['nobody', []],
  ])('finds %j', (search, names) => {
    expect(namesOf(search, 'name')).toEqual(names)
  })

  it.each<[ReferersShown, string[]]>([
    ['active', ['Hedgerow', 'Windsock']],
    ['ended', ['Tuesday']],
    ['unpaid', ['Hedgerow', 'Tuesday', 'Windsock']],
    ['overpaid', []],
  ])('shows %s', (shown, names) => {
    expect(namesOf('', 'name', shown)).toEqual(names)
  })

  it('finds who was paid too much, and sums it up apart', () => {
    const over = aSummary({
      totalCommission: '13.00',
      totalPaid: '20.00',
      unpaidCommission: '0.00',
      overpaidCommission: '7.00',
    })
    const found = findReferers([...ALL, over], { search: '', order: 'name', shown: 'overpaid' })
    expect(found).toEqual([over])
    const { totalPence, paidPence, unpaidPence, overpaidPence } = sumReferers([windsock, over])
    expect(totalPence - paidPence).toBe(unpaidPence - overpaidPence)
    expect(overpaidPence).toBe(700)
  })

  it('leaves out who has been paid everything, and who was paid too much', () => {
    const settled = ['0.00', '-4.10'].map((unpaidCommission) => aSummary({ unpaidCommission }))
    expect(findReferers(settled, { search: '', order: 'name', shown: 'unpaid' })).toEqual([])
  })

  it('is summed to the penny; who has ended is not active', () => {
    expect(sumReferers(ALL)).toEqual({
      totalPence: 47_029,
      paidPence: 32_620,
      unpaidPence: 14_409,
      overpaidPence: 0,
      sales: 69,
      active: 2,
    })
  })
})
