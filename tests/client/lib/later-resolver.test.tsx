import { act, renderHook } from '@testing-library/react'
import type { Resolver } from 'react-hook-form'
import { expect, it } from 'vitest'
import { laterResolver } from '#client/lib/later-resolver.ts'
import { useToast } from '#client/lib/toast.ts'

type Values = { email: string }
const asked = { fields: {}, shouldUseNativeValidation: false } as const
const trim: Resolver<Values, unknown, Values> = ({ email }) => ({
  values: { email: email.trim() },
  errors: {},
})

it('checks by the rules once they have come', async () => {
  const check = laterResolver(async () => trim)
  expect(await check({ email: ' sam@example.com ' }, undefined, asked)).toEqual({
    values: { email: 'sam@example.com' },
    errors: {},
  })
})

it('lets nothing through without rules, says so, and asks for them again', async () => {
  let isAway = true
  const check = laterResolver(async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return trim
  })
  const { result } = renderHook(useToast)
  const refused = await act(async () => check({ email: 'sam@example.com' }, undefined, asked))
  expect(result.current?.title).toBe('An unexpected error occurred. Please try again.')
  expect(Object.keys(refused.errors)).toEqual(['root'])
  isAway = false
  expect((await check({ email: 'sam@example.com' }, undefined, asked)).errors).toEqual({})
})
