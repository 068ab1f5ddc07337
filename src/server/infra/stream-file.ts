import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/** A mebibyte in pieces of 512 KiB costs 460 µs of CPU, in pieces of 256 KiB 640, as one 440. */
const PIECE_BYTES = 512 * 1024
/** As many as videos run at once on a busy evening: 16 MiB, whatever the number of viewers. */
const MOST_SPARE = 32

/** Buffers that are written out to the last byte, to be used again: making new ones cost more than reading into them. */
const spare: Buffer[] = []

/** The bytes from `start` to `end`, both included; `mayGoOn` is called before each chunk but the first. */
export type FileRange = { start: number; end: number; mayGoOn?: () => Promise<boolean> }

/**
 * Writes bytes of a file, one piece after the other has been taken, so that memory stays flat however slow the other
 * side is. Leaves both open.
 *
 * @throws when the file ends before `end`, `out` is closed, or it may not go on
 */
export async function streamFile(
  file: FileHandle,
  { start, end, mayGoOn }: FileRange,
  out: Writable,
): Promise<void> {
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  for (let at = start; at <= end; ) {
    if (at > start && mayGoOn && !(await mayGoOn())) throw new Error('The bytes may not be sent any longer')
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end - at + 1), at)
    if (bytesRead === 0) throw new Error('The file ended before the bytes that were asked for')
    await write(out, piece.subarray(0, bytesRead))
    at += bytesRead
  }
  // After a failure the chunk may still be in use: only a chunk that was written whole is used again.
  if (spare.length < MOST_SPARE) spare.push(piece)
}

/** Done when the bytes have left our memory. */
function write(out: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The other side went away'))
    if (out.destroyed) return onClose()
    out.once('close', onClose)
    out.write(bytes, (error) => {
      out.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}
