/** A box of an MP4 file (ISO/IEC 14496-12 §4.2): its type and the position of its content. */
export type Mp4Box = { type: string; bodyStart: number; end: number }

/** The longest box header: four bytes of length, four letters, eight bytes of long length. */
export const LONGEST_BOX_HEAD = 16

/** A view of the bytes that starts at their own offset. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Four letters at a position; other bytes show as a question mark. */
export function readFourLetters(view: DataView, at: number): string {
  return [0, 1, 2, 3]
    .map((index) => view.getUint8(at + index))
    .map((code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : '?'))
    .join('')
}

/**
 * Reads a box header. `room` is the number of bytes from its start to the end of its container. Null where no box can
 * start: too few bytes, or a length below the header's own. A box may end beyond the room; the caller decides what
 * that means.
 */
export function readBoxHead(head: Uint8Array, start: number, room: number): Mp4Box | null {
  if (head.byteLength < 8) return null
  const view = viewOf(head)
  const type = readFourLetters(view, 4)
  const length = view.getUint32(0)
  if (length === 0) return { type, bodyStart: start + 8, end: start + room }
  if (length !== 1) return length < 8 ? null : { type, bodyStart: start + 8, end: start + length }
  if (head.byteLength < LONGEST_BOX_HEAD) return null
  const large = Number(view.getBigUint64(8))
  return large < LONGEST_BOX_HEAD ? null : { type, bodyStart: start + LONGEST_BOX_HEAD, end: start + large }
}

/**
 * The boxes within a range of bytes, in order.
 *
 * @throws RangeError where a box is damaged or reaches beyond the range
 */
export function listBoxes(bytes: Uint8Array, from = 0, to = bytes.byteLength): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let at = from; at < to; ) {
    const box = readBoxHead(bytes.subarray(at, Math.min(at + LONGEST_BOX_HEAD, to)), at, to - at)
    if (!box || box.end > to) throw new RangeError(`No whole box at byte ${at}`)
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** The first box at a path of types, such as mdia, minf, stbl; null where there is none. */
export function findBox(bytes: Uint8Array, within: Mp4Box, path: readonly string[]): Mp4Box | null {
  let found = within
  for (const type of path) {
    const next = listBoxes(bytes, found.bodyStart, found.end).find((box) => box.type === type)
    if (!next) return null
    found = next
  }
  return found
}
