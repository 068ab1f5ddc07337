import { mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenFiles, type OpenFiles } from '#server/infra/open-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-files-'))
const path = join(folder, 'film.mp4')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files: OpenFiles
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  writeFileSync(path, 'the first film')
  files = createOpenFiles()
})
afterEach(async () => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(openCount()).toBe(0))
})

async function read(): Promise<string> {
  let text = ''
  await files.use(path, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0)
    text = buffer.toString('utf8', 0, bytesRead)
  })
  return text
}

function replace(content: string): void {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

/** Descriptors of this process that lead to the video, whether or not it has its name still. */
function openCount(): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return '' // the descriptor that lists the folder
    }
  })
  return targets.filter((target) => target.startsWith(path)).length
}

describe('a file that is read again and again', () => {
  it('is opened once, for readers at the same time too, and closed when it is read no longer', async () => {
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('the first film'))
    expect(openCount()).toBe(1)
    vi.advanceTimersByTime(9_999)
    await read()
    vi.advanceTimersByTime(9_999)
    expect(openCount()).toBe(1)
    vi.advanceTimersByTime(1)
    await vi.waitFor(() => expect(openCount()).toBe(0))
  })

  it('is the one that took its place a second later', async () => {
    await read()
    replace('another film')
    vi.advanceTimersByTime(1_000)
    expect(await files.details(path)).toMatchObject({ bytes: 12 })
    expect(await read()).toBe('another film')
  })

  it('is gone a second after it was deleted', async () => {
    await read()
    rmSync(path)
    vi.advanceTimersByTime(1_000)
    expect(await files.details(path)).toBeNull()
    await expect(read()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('stays open for a reader while another takes its place', async () => {
    const borrowed: FileHandle[] = []
    let end = () => {}
    const reading = files.use(path, async (file) => {
      borrowed.push(file)
      await new Promise<void>((done) => {
        end = done
      })
      const { bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0)
      expect(bytesRead).toBe('the first film'.length)
    })
    await vi.waitFor(() => expect(borrowed).toHaveLength(1))
    replace('another film')
    vi.advanceTimersByTime(1_000)
    await files.details(path)
    expect(await read()).toBe('another film')
    end()
    await reading
    await vi.waitFor(() => expect(openCount()).toBe(1))
  })
})
