const TIMING = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d{2}:\d{2}\.\d{3})/

export type VttBlock = { startSeconds: number; endSeconds: number; lines: readonly string[] }

/**
 * The timed blocks of a WebVTT file, in its order (W3C WebVTT §4). A block without a timing line is a note, a style or
 * damage, and is passed over.
 */
export function parseBlocks(vtt: string): VttBlock[] {
  const blocks = vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  return blocks.flatMap((block): VttBlock[] => {
    const lines = block.split('\n').map((line) => line.trim())
    const at = lines.findIndex((line) => TIMING.test(line))
    const timing = TIMING.exec(lines[at] ?? '')
    if (!timing?.[1] || !timing[2]) return []
    return [
      { startSeconds: toSeconds(timing[1]), endSeconds: toSeconds(timing[2]), lines: lines.slice(at + 1) },
    ]
  })
}

function toSeconds(timestamp: string): number {
  return timestamp.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}
