import { beatAt } from '../timeline.mjs'

const speed = 1.4

/**
 * A scene of another film under one sentence of this one: drawn faster, its sentences taken as
 * spoken at an even pace, so that the whole drawing stands before the scene ends.
 */
export function borrowScene({ from, scene, code, chapter, sentence }) {
  const source = from.scenes[scene]
  return {
    code,
    chapter,
    atLeast: 6.2,
    lines: [sentence],
    draw(g, beat, subject) {
      const duration = beat.duration * speed
      const time = beat.time * speed
      const pace = (duration * 0.6) / source.lines.length
      const lines = source.lines.map((line, index) => ({
        ...line,
        from: index * pace,
        to: (index + 1) * pace,
      }))
      const voice = { loudness: (moment) => beat.loudness(time - moment) }
      source.draw(g, beatAt({ ...source, lines, start: 0, duration }, time, voice), subject)
    },
  }
}
