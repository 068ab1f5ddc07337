import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { firstIssue, speakPlainly } from '#shared/schemas/zod-messages.ts'

beforeAll(speakPlainly)

const form = z.object({
  name: z.string().min(1).max(5),
  age: z.int().min(18).max(120).optional(),
  kind: z.enum(['a', 'b']).optional(),
  ids: z.array(z.int()).min(1).max(2).optional(),
  code: z.string().regex(/^\d$/).optional(),
  when: z.iso.datetime().optional(),
  either: z.union([z.int(), z.boolean()]).optional(),
})

const refused: [name: string, input: unknown, message: string, field: string | undefined][] = [
  ['no body', undefined, 'Please check the form and try again.', undefined],
  ['null', null, 'Please check the form and try again.', undefined],
  ['a list for an object', [], 'Please check the form and try again.', undefined],
  ['a field left out', {}, 'Please fill in every required field.', 'name'],
  ['a field left empty', { name: '' }, 'Please fill in every required field.', 'name'],
  ['a wrong type', { name: 7 }, 'Please check the form and try again.', 'name'],
  ['a long text', { name: 'abcdef' }, 'Please use at most 5 characters.', 'name'],
  ['a small number', { name: 'a', age: 3 }, 'Please enter 18 or more.', 'age'],
  ['a large number', { name: 'a', age: 130 }, 'Please enter 120 or less.', 'age'],
  ['a broken number', { name: 'a', age: 20.5 }, 'Please check the form and try again.', 'age'],
  ['an unknown choice', { name: 'a', kind: 'c' }, 'Please choose one of the options offered.', 'kind'],
  ['an empty list', { name: 'a', ids: [] }, 'Please choose at least one.', 'ids'],
  ['a long list', { name: 'a', ids: [1, 2, 3] }, 'Please choose at most 2.', 'ids'],
  ['a wrong entry', { name: 'a', ids: ['x'] }, 'Please check the form and try again.', 'ids.0'],
  ['a wrong format', { name: 'a', code: 'x' }, 'Please check how this is written and try again.', 'code'],
  ['a wrong time', { name: 'a', when: 'now' }, 'Please check how this is written and try again.', 'when'],
  ['none of several', { name: 'a', either: 'x' }, 'Please check the form and try again.', 'either'],
]

describe('speakPlainly and firstIssue', () => {
  test.each(refused)('%s', (_name, input, message, field) => {
    const result = form.safeParse(input)
    const issue = result.error && firstIssue(result.error)
    expect(issue).toEqual(field === undefined ? { message } : { message, field })
  })

  test('the words of a schema come before ours', () => {
    const result = z.string('Say something.').safeParse(1)
    expect(result.error && firstIssue(result.error)).toEqual({ message: 'Say something.' })
  })
})
