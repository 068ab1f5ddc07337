import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { sortCart } from '#shared/pricing/cart.ts'

const catalog = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }))
const ids = fc.array(fc.integer({ min: -1, max: 12 }), { maxLength: 20 })

describe('sortBasket', () => {
  test('leaves out and reports owned, unknown and repeated ids', () => {
    const cart = sortCart({ catalog, ownedVideoIds: [1, 1, 99], cartVideoIds: [3, 2, 3, 1, 8, 8, 2.5] })
    expect(cart).toEqual({
      videos: [{ id: 2 }, { id: 3 }],
      renewedCount: 0,
      missing: [{ id: 4 }, { id: 5 }, { id: 6 }, { id: 7 }],
      ownedCount: 1,
      droppedOwned: [1],
      unknown: [8, 2.5],
    })
  })

  test('an empty cart of a new student lacks every video', () => {
    const cart = sortCart({ catalog, ownedVideoIds: [], cartVideoIds: [] })
    expect(cart).toEqual({
      videos: [],
      renewedCount: 0,
      missing: catalog,
      ownedCount: 0,
      droppedOwned: [],
      unknown: [],
    })
  })

  test('what can be renewed is bought again, and counts as owned while it is not', () => {
    const wish = { catalog, ownedVideoIds: [1, 2, 3], renewableVideoIds: [2, 3], cartVideoIds: [1, 2] }
    expect(sortCart(wish)).toMatchObject({
      videos: [{ id: 2 }],
      renewedCount: 1,
      missing: [{ id: 4 }, { id: 5 }, { id: 6 }, { id: 7 }],
      ownedCount: 2,
      droppedOwned: [1],
    })
  })

  test('an owner of all misses something only where all of it can be renewed', () => {
    const all = catalog.map(({ id }) => id)
    const whole = { catalog, ownedVideoIds: all, renewableVideoIds: all, cartVideoIds: [1] }
    expect(sortCart(whole).missing).toEqual(catalog.slice(1))
    expect(sortCart({ ...whole, renewableVideoIds: [1, 2] }).missing).toEqual([])
  })

  property.prop([ids, ids])('every video is bought, missing or owned', (ownedVideoIds, cartVideoIds) => {
    const { videos, missing, ownedCount } = sortCart({ catalog, ownedVideoIds, cartVideoIds })
    expect(videos.length + missing.length + ownedCount).toBe(7)
    for (const { id } of videos) expect(ownedVideoIds).not.toContain(id)
  })

  property.prop([ids, ids])('every id of the cart ends in one place', (ownedVideoIds, cartVideoIds) => {
    const { videos, droppedOwned, unknown } = sortCart({ catalog, ownedVideoIds, cartVideoIds })
    const placed = [...videos.map(({ id }) => id), ...droppedOwned, ...unknown]
    expect(placed.toSorted((a, b) => a - b)).toEqual([...new Set(cartVideoIds)].toSorted((a, b) => a - b))
  })
})
