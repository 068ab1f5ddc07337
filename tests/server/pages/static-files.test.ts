import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listStaticFiles } from '#server/pages/static-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'static-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file that could not be read once is read the next time', async () => {
  const path = join(folder, 'favicon.svg')
  writeFileSync(path, '<svg/>')
  const files = await listStaticFiles(folder)
  renameSync(path, `${path}.away`)
  await expect(files.find('/favicon.svg')).rejects.toMatchObject({ code: 'ENOENT' })
  renameSync(`${path}.away`, path)
  const file = await files.find('/favicon.svg')
  expect(file?.bodies.identity.toString()).toBe('<svg/>')
})

test('a file is made ready once', async () => {
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  const files = await listStaticFiles(folder)
  expect(await files.find('/favicon.svg')).toBe(await files.find('/favicon.svg'))
})

test('a path that is not on the list never reaches the disk', async () => {
  expect((await listStaticFiles(folder)).find('/../package.json')).toBeNull()
})

test('what the build has compressed is sent as it is, and is no file of its own', async () => {
  const br = brotliCompressSync('export const a = 1', { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
  writeFileSync(join(folder, 'main.js'), 'export const a = 1')
  writeFileSync(join(folder, 'main.js.br'), br)
  const files = await listStaticFiles(folder)
  expect((await files.find('/main.js'))?.bodies.br).toEqual(br)
  expect(files.find('/main.js.br')).toBeNull()
})
