import { describe, expect, it } from 'vitest'
import { vatChange } from '#server/features/referers/vat-registration.ts'

const now = new Date('2026-11-21T10:00:00Z')
const none = { isVatRegistered: false, vatNumber: null }
const one = { isVatRegistered: true, vatNumber: 'GB123456782' }
const other = { isVatRegistered: true, vatNumber: 'GB220430231' }
const byReferer = { now, isAdmin: false }

describe('a registration for VAT', () => {
  it('counts from when it was told, and waits to be looked at', () => {
    const columns = { vatRegisteredFrom: now, vatChangedAt: now, vatReviewedAt: null }
    expect(vatChange(none, one, byReferer)).toEqual(columns)
  })

  it('that an admin writes has been looked at', () => {
    expect(vatChange(none, one, { now, isAdmin: true })).toMatchObject({ vatReviewedAt: now })
  })

  it('under another number waits again, and counts from the same day', () => {
    expect(vatChange(one, other, byReferer)).toEqual({ vatChangedAt: now, vatReviewedAt: null })
  })

  it('is the same with other spaces', () => {
    expect(vatChange(one, { ...one, vatNumber: '123 4567 82' }, byReferer)).toEqual({})
  })

  it('that ends leaves nothing to look at', () => {
    const columns = { vatRegisteredFrom: null, vatChangedAt: null, vatReviewedAt: null }
    expect(vatChange(one, none, byReferer)).toEqual(columns)
    expect(vatChange(none, { ...none, vatNumber: 'GB1' }, byReferer)).toEqual({})
  })
})
