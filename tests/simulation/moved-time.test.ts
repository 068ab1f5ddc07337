import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LOADED = pathToFileURL(join(import.meta.dirname, '../support/moved-time.mjs')).href
const DAY_MS = 24 * 60 * 60_000

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moved-'))
  writeFileSync(join(folder, 'clock'), String(DAY_MS))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a program says that runs with the moved clock; `file` is the clock's. */
function said(program: string): string {
  const clock = `const { writeFileSync, renameSync } = require('node:fs'); const file = process.env.MOVED_TIME_FILE;`
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', LOADED, '-e', clock + program], {
    env: { PATH: process.env.PATH, MOVED_TIME_FILE: join(folder, 'clock'), MOVED_TIMERS: '1' },
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.trim()
}

describe('a moved clock', () => {
  it('keeps its offset while its file is written, and empty for a moment', () => {
    // The timer is due after several looks at the file, which come first.
    const look = 'writeFileSync(file, ""); setTimeout(() => console.log(Date.now()), 500)'
    expect(Number(said(look)) - Date.now()).toBeGreaterThan(DAY_MS / 2)
  })

  it('runs what a leap made due, once and in order, and nothing that is not due or was cleared', () => {
    const program = `
      const began = performance.now()
      const note = (what) => () => { console.log(what); if (what === 'week') { console.log(performance.now() - began < 60_000); process.exit() } }
      setTimeout(note('week'), 7 * ${DAY_MS}); setTimeout(note('minute'), 60_000); setTimeout(note('later'), 20 * ${DAY_MS})
      setInterval(note('hour'), 3_600_000); clearTimeout(setTimeout(note('cleared'), 60_000))
      writeFileSync(file + '.new', String(9 * ${DAY_MS})); renameSync(file + '.new', file)`
    expect(said(program).split('\n')).toEqual(['minute', 'hour', 'week', 'true'])
  })
})
