import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { OTHERWISE } from './next-version.ts'
import { changeSource } from './planted-build.ts'
import { type Change, PLANTS } from './plants.ts'

/** The files after the changes. */
function changed(name: string, changes: readonly Change[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const change of changes) {
    const source = files.get(change.file) ?? readFileSync(join(projectRoot, change.file), 'utf8')
    files.set(change.file, changeSource(source, { name, change }))
  }
  return files
}

describe('what is planted', () => {
  it.each(PLANTS)(
    'finds its place in the source, and so does the second version beside it: $name',
    ({ name, changes }) => {
      for (const [file, source] of changed(name, changes))
        expect(source).not.toBe(readFileSync(join(projectRoot, file), 'utf8'))
      expect(() => changed(name, [...changes, ...OTHERWISE])).not.toThrow()
    },
  )

  it('has a name of its own', () => {
    expect(new Set(PLANTS.map(({ name }) => name)).size).toBe(PLANTS.length)
  })
})
