import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamFile } from '#server/infra/stream-file.ts'

const bytes = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => (index * 31 + (index >> 10)) % 256))
let folder: string
let file: FileHandle
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pour-'))
  writeFileSync(join(folder, 'film.mp4'), bytes)
  file = await open(join(folder, 'film.mp4'))
})
afterAll(async () => {
  await file.close()
  rmSync(folder, { recursive: true, force: true })
})

async function poured(start: number, end: number): Promise<Buffer> {
  const out = new PassThrough()
  const taken = buffer(out)
  await streamFile(file, { start, end }, out)
  out.end()
  return taken
}

describe('bytes of a file', () => {
  it.each([
    [0, 0],
    [0, 1_499_999],
    [262_143, 262_145],
    [1_499_999, 1_499_999],
  ])('from %i to %i come as they are', async (start, end) => {
    // A PassThrough keeps what it was given until it is read: copies are made here, as a socket makes them.
    const copying = new Writable({
      write(chunk: Buffer, _encoding, done) {
        pieces.push(Buffer.from(chunk))
        done()
      },
    })
    const pieces: Buffer[] = []
    await streamFile(file, { start, end }, copying)
    expect(Buffer.concat(pieces).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('go on only as long as they may', async () => {
    const pieces: number[] = []
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        pieces.push(chunk.length)
        done()
      },
    })
    const mayGoOn = async () => pieces.length < 2
    await expect(streamFile(file, { start: 0, end: 1_499_999, mayGoOn }, out)).rejects.toThrow()
    expect(pieces).toHaveLength(2)
    expect(out.destroyed).toBe(false)
  })

  it('are read no further than they are taken, and the same memory serves again', async () => {
    const waiting: (() => void)[] = []
    const memory = new Set<ArrayBufferLike>()
    let received = 0
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        received += chunk.length
        memory.add(chunk.buffer)
        waiting.push(done)
        arrived?.()
      },
    })
    let arrived: (() => void) | undefined
    const whole = streamFile(file, { start: 0, end: bytes.length - 1 }, slow)
    while (received < bytes.length) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (arrived = resolve))
      expect(waiting).toHaveLength(1)
      waiting.pop()?.()
    }
    await whole
    expect(memory.size).toBe(1)
  })

  it('that are missing, or no longer read, are an error', async () => {
    await expect(poured(1_499_990, 1_500_100)).rejects.toThrow('The file ended before')
    const gone = new Writable({ write: (_chunk, _encoding, _done) => gone.destroy() })
    await expect(streamFile(file, { start: 0, end: 99 }, gone)).rejects.toThrow()
    await expect(streamFile(file, { start: 0, end: 99 }, gone)).rejects.toThrow('went away')
  })
})
