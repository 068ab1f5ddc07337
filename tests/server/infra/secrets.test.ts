import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptSecret } from '#server/infra/secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets '))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

describe('a kept secret', () => {
  it('is 32 random bytes, the same each time, another for another name', () => {
    const secret = keptSecret(folder, 'session-secret')
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(keptSecret(folder, 'session-secret')).toBe(secret)
    expect(keptSecret(folder, 'data-key')).not.toBe(secret)
  })

  it('is readable by its owner alone, in a folder closed to others', () => {
    const fresh = join(folder, 'a', 'b')
    keptSecret(fresh, 'data-key')
    expect(statSync(join(fresh, 'data-key')).mode & 0o777).toBe(0o600)
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
  })

  it('leaves no draft behind', () => {
    keptSecret(folder, 'data-key')
    expect(readdirSync(folder)).toEqual(['data-key'])
  })

  it('that exists already is used unchanged', () => {
    writeFileSync(join(folder, 'data-key'), 'chosen by hand\n')
    expect(keptSecret(folder, 'data-key')).toBe('chosen by hand')
  })

  it.each([
    ['a file in its place', () => join(folder, 'file')],
    ['a file on the way', () => join(folder, 'file', 'data')],
    ['a file system that takes no folders', () => '/proc/data'],
  ])('answers %s with one clear sentence', (_name, path) => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => keptSecret(path(), 'data-key')).toThrow(
      /^DATA_DIR cannot be written to: .* \((EEXIST|ENOTDIR|ENOENT)\)\. Let this user/,
    )
  })
})
