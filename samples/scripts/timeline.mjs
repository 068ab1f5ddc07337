import { clamp, ease } from './draw/motion.mjs'

const pause = { before: 0.6, between: 0.4, after: 0.9 }

/**
 * Places the spoken sentences of a film in time. Every scene lasts as long as its sentences need;
 * `spoken` holds the measured seconds of each sentence, scene by scene.
 */
export function layOut(scenes, spoken) {
  let clock = 0
  return scenes.map((scene, index) => {
    const start = clock
    let cursor = scene.lines.length > 0 ? pause.before : 0
    const lines = scene.lines.map((line, i) => {
      const from = cursor
      const to = from + spoken[index][i]
      cursor = to + pause.between + (line.rest ?? 0)
      return { ...line, from, to }
    })
    const duration = Math.max(scene.atLeast ?? 0, cursor - pause.between + pause.after)
    clock = start + duration
    return { ...scene, lines, start, duration }
  })
}

/** What a scene may ask of the moment it draws: times are in seconds from its own beginning. */
export function beatAt(scene, time, voice) {
  const line = (index) => scene.lines[index]
  return {
    time,
    duration: scene.duration,
    /** 0 before sentence `index` begins (plus `delay`), 1 `seconds` later. */
    in: (index, seconds = 0.9, delay = 0) => ease((time - line(index).from - delay) / seconds),
    /** How far sentence `index` has been spoken, 0 to 1. */
    through: (index) => clamp((time - line(index).from) / (line(index).to - line(index).from)),
    /** 1 while sentence `index` is the last one begun. */
    on: (index) =>
      Math.min(
        ease((time - line(index).from) / 0.4),
        index + 1 < scene.lines.length ? 1 - ease((time - line(index + 1).from) / 0.4) : 1,
      ),
    /** Loudness of the voice, 0 to 1, `ago` seconds before this moment. */
    loudness: (ago = 0) => voice.loudness(scene.start + time - ago),
  }
}

export function sceneAt(timeline, time) {
  return timeline.findLast((scene) => scene.start <= time) ?? timeline[0]
}

export function lengthOf(timeline) {
  const last = timeline.at(-1)
  return last.start + last.duration
}
