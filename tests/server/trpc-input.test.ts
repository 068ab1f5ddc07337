import superjson, { type SuperJSONResult } from 'superjson'
import { describe, expect, it } from 'vitest'
import { readInput } from '#server/trpc-input.ts'

const refusal = expect.objectContaining({ code: 'BAD_INPUT' })
type PathTree = readonly [string] | { readonly [path: string]: PathTree }

describe('what comes to a procedure', () => {
  it('is plain JSON, with undefined where the caller had it', () => {
    const input = { email: 'sam@example.com', news: undefined, lines: [1, undefined, null, '["map"]'] }
    expect(readInput(superjson.serialize(input))).toEqual(input)
    expect(readInput({ json: null })).toBeNull()
  })

  it('may have undefined in deep places, under names with dots and backslashes, and as a whole', () => {
    const input = { 'a.b': [{ 'c\\': undefined, 'd\\.': { e: undefined } }], f: { g: { h: undefined } } }
    expect(readInput(superjson.serialize(input))).toStrictEqual(input)
    expect(readInput(superjson.serialize(undefined))).toBeUndefined()
  })

  it('may have a hundred of them, and no more', () => {
    expect(readInput(superjson.serialize(Array(100).fill(undefined)))).toHaveLength(100)
    expect(() => readInput(superjson.serialize(Array(101).fill(undefined)))).toThrow(refusal)
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
    expect(() => readInput(wire)).toThrow(refusal)
  })

  const levels = (count: number): PathTree => (count === 0 ? ['undefined'] : { a: levels(count - 1) })
  it.each<[string, unknown, unknown]>([
    ['a path of 201 characters', { ['a'.repeat(201)]: null }, { ['a'.repeat(201)]: ['undefined'] }],
    ['notes inside notes inside notes', JSON.parse(`${'{"a":'.repeat(9)}null${'}'.repeat(9)}`), levels(9)],
    ['a place that is not there', {}, { a: ['undefined'] }],
    ['a place inside a text', { a: 'text' }, { 'a.length': ['undefined'] }],
    ['the length of a list', { a: [1] }, { 'a.length': ['undefined'] }],
    ['the prototype', {}, { '__proto__.toString': ['undefined'] }],
    ['the constructor', {}, { 'constructor.prototype.toString': ['undefined'] }],
    ['a place that has a value', { a: 'kept' }, { a: ['undefined'] }],
    ['notes in a list', { a: null }, [{ a: ['undefined'] }]],
    ['a type with further notes', { a: null }, { a: ['undefined', { b: ['undefined'] }] }],
    ['a type inside a list', { a: null }, { a: [['undefined']] }],
    ['a note that is a text', { a: null }, { a: 'undefined' }],
    ['notes that are a text', { a: null }, 'undefined'],
  ])('is not said to be undefined at %s', (_what, json, values) => {
    const wire = JSON.parse(JSON.stringify({ json, meta: { values, v: 1 } }))
    expect(() => readInput(wire)).toThrow(refusal)
    expect(Object.prototype.toString).toBeTypeOf('function')
  })
})
