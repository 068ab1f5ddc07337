import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { zipOf } from '#server/infra/zip.ts'

/** Read by another program's ZIP reader, which checks every sum. */
const READER = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[entry.filename, archive.read(entry).decode()] for entry in archive.infolist()]))`

it('is read by another program: names, contents and sums', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = [
    { name: 'sales-1-of-2.csv', content: 'a,b\r\n1,£2\r\n' },
    { name: 'sales-2-of-2.csv', content: '' },
  ]
  const path = join(folder, 'sales.zip')
  writeFileSync(path, zipOf(files))
  const answer: unknown = JSON.parse(execFileSync('python3', ['-c', READER, path], { encoding: 'utf8' }))
  expect(answer).toEqual(files.map(({ name, content }) => [name, content]))
})

it('is the same bytes for the same files', () => {
  const files = [{ name: 'a.csv', content: 'x' }]
  expect(zipOf(files)).toEqual(zipOf(files))
})
