import { bad, caution, good, type Outcome } from './outcome.ts'

/** What is asked for at most; a free clip may be shorter. */
const PIECE_BYTES = 512 * 1024
const ANSWER_WITHIN_MS = 30_000
/** What a video in full picture asks of a line, and what the smallest picture does with, in megabits a second. */
const PLENTY = 3
const ENOUGH = 1

/** How fast bytes of a video come, by a piece of a public file, and whether ranges survive the way. */
export async function testLine(source: string): Promise<Outcome> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(source, {
      headers: { range: `bytes=0-${PIECE_BYTES - 1}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const firstMs = performance.now() - startedAt
    const { byteLength } = await answer.arrayBuffer()
    const seconds = Math.max(performance.now() - startedAt, 1) / 1_000
    if (!answer.ok) return describeRefusal(answer.status)
    const rate = (byteLength * 8) / seconds / 1_000_000
    return describeRate(rate, {
      isRanged: answer.status === 206,
      detail: `${answer.status}, ${byteLength} bytes in ${seconds.toFixed(2)} s, first answer after ${Math.round(firstMs)} ms`,
    })
  } catch (error) {
    return describeLoss(error)
  }
}

function describeRate(rate: number, { isRanged, detail }: { isRanged: boolean; detail: string }): Outcome {
  const figure = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} Mbit/s`
  if (!isRanged) {
    return caution(
      detail,
      'Something on the way (a proxy, a virus scanner, an extension) changes what the player asks for.',
      'Films may not let you jump. Turn off extensions and scanners for this site, or try another network.',
    )
  }
  if (rate >= PLENTY) {
    return good(detail, `Your connection brings ${figure}, enough for a film in full picture.`)
  }
  if (rate >= ENOUGH) {
    return caution(
      detail,
      `Your connection brings ${figure}. A film in full picture may stop now and then.`,
      'Choose a smaller picture in the player, where the film has one, or come closer to the router.',
    )
  }
  return bad(
    detail,
    `Your connection brings ${figure}, too little for a film.`,
    'Try another network, or a time when fewer people share this one.',
  )
}

function describeRefusal(status: number): Outcome {
  return bad(
    String(status),
    'The shop did not hand out a free clip that everybody may see.',
    'That is ours to mend: send us the report below.',
  )
}

function describeLoss(error: unknown): Outcome {
  const detail = error instanceof Error ? error.name : 'no answer'
  if (!navigator.onLine) {
    return bad(detail, 'This device is offline.', 'Connect it to a network, then run the check again.')
  }
  return bad(
    detail,
    'A free clip was asked for and did not arrive.',
    'Turn off any VPN or blocker for this site, or try another network.',
  )
}
