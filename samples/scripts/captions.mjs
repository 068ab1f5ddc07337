const longestCue = 80

function stamp(seconds) {
  const thousandths = Math.round(seconds * 1000)
  const part = (unit, size, width) => String(Math.floor(thousandths / unit) % size).padStart(width, '0')
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}

/** Breaks a sentence into pieces short enough for two lines, at a comma or a colon where there is one near the middle. */
function breakCaption(caption) {
  if (caption.length <= longestCue) return [caption]
  const middle = caption.length / 2
  const cost = (match) =>
    Math.abs(match.index + match[0].length - middle) - (/[,:;.]/.test(match[0]) ? 18 : 0)
  const breaks = [...caption.matchAll(/[,:;.]? /g)].sort((a, b) => cost(a) - cost(b))
  const cut = breaks[0].index + breaks[0][0].length
  return [...breakCaption(caption.slice(0, cut).trim()), ...breakCaption(caption.slice(cut).trim())]
}

function cues(timeline) {
  return timeline.flatMap((scene) =>
    scene.lines.flatMap((line) => {
      const pieces = breakCaption(line.caption)
      const letters = pieces.reduce((sum, piece) => sum + piece.length, 0)
      let at = scene.start + line.from
      return pieces.map((piece) => {
        const start = at
        at += ((line.to - line.from) * piece.length) / letters
        return { start, end: at, words: piece }
      })
    }),
  )
}

function webVtt(list) {
  const blocks = list.map(({ start, end, words }) => `${stamp(start)} --> ${stamp(end)}\n${words}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** Captions from the spoken sentences, each held a little past its last word, never into the next. */
export function writeCaptions(timeline) {
  const list = cues(timeline)
  return webVtt(
    list.map((cue, index) => ({ ...cue, end: Math.min(cue.end + 0.35, list[index + 1]?.start ?? Infinity) })),
  )
}

/** One cue a chapter; scenes without a chapter of their own belong to the one before. */
export function writeChapters(timeline, duration) {
  const starts = timeline.filter(
    (scene, index) => scene.chapter && scene.chapter !== timeline[index - 1]?.chapter,
  )
  return webVtt(
    starts.map((scene, index) => ({
      start: scene.start,
      end: starts[index + 1]?.start ?? duration,
      words: scene.chapter,
    })),
  )
}
