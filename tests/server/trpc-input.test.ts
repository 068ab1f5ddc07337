import superjson, { type SuperJSONResult } from 'superjson'
import { describe, expect, it } from 'vitest'
import { readInput } from '#server/trpc-input.ts'

describe('what comes to a procedure', () => {
  it('is plain JSON, with undefined where the caller had it', () => {
    const input = { email: 'sam@example.com', news: undefined, lines: [1, undefined, null, '["map"]'] }
    expect(readInput(superjson.serialize(input))).toEqual(input)
    expect(readInput({ json: null })).toBeNull()
  })

  it('may name one object twice', () => {
    const address = { town: 'Little Crosswind' }
    expect(readInput(superjson.serialize({ from: address, to: address }))).toEqual({
      from: address,
      to: address,
    })
  })

  it.each<[string, SuperJSONResult]>([
    ['a map', superjson.serialize({ a: new Map([[1, 2]]) })],
    ['a set', superjson.serialize({ a: new Set([1]) })],
    ['a pattern', superjson.serialize([/(a+)+$/])],
    ['a time, which is sent as text', superjson.serialize(new Date(0))],
  ])('is not %s', (_what, wire) => {
    expect(() => readInput(wire)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})
