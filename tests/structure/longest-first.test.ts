import { expect, it } from 'vitest'
import { beginWith } from '#tests/support/longest-first.ts'

it('files that take long begin, each in its project, and the others keep their order', () => {
  const file = (moduleId: string, name: string) => ({ moduleId, project: { name } })
  const files = [
    file('/shop/a.test.ts', 'client'),
    file('/shop/long/b.test.ts', 'client'),
    file('/shop/c.test.ts', 'server'),
    file('/shop/d.test.ts', 'server'),
    file('/shop/long/e.test.ts', 'server'),
  ]
  const ordered = beginWith(['long/e.test.ts', 'long/b.test.ts'], files).map(({ moduleId }) => moduleId)
  expect(ordered.map((path) => path.replace('/shop/', ''))).toEqual([
    'long/b.test.ts',
    'a.test.ts',
    'long/e.test.ts',
    'c.test.ts',
    'd.test.ts',
  ])
})
