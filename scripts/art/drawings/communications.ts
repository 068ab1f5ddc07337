import { box, label, type Mark, path } from '../marks.ts'

/** Syllables of one call: where each lies, how long it is, how loud. */
const SYLLABLES = [
  [40, 26, 1],
  [74, 14, 0.7],
  [106, 20, 0.95],
  [150, 18, 0.8],
  [184, 30, 1],
  [232, 16, 0.75],
  [262, 22, 0.9],
] as const

function voice(x: number) {
  const flutter = 0.82 + 0.18 * Math.sin(x * 0.9)
  return SYLLABLES.reduce(
    (sum, [at, length, loudness]) => sum + loudness * flutter * Math.exp(-(((x - at) / length) ** 2) * 1.6),
    0,
  )
}

/** Amplitude modulation, as the airband uses it: a carrier whose height follows the voice, over a strip of one call. */
export function communications(): Mark[] {
  const carrier = Array.from({ length: 96 }, (_, index) => {
    const x = Math.round((8 + index * 3.2) * 10) / 10
    const height = 5 + 50 * voice(x)
    return `M${x} ${Math.round(84 - height)}v${Math.round(2 * height)}`
  })
  return [
    path('ink-line fine', 'M0 84h320'),
    path('subject-line', carrier.join(''), 1.5),
    box('paper-fill ink-line', [8, 154], [304, 32]),
    path('ink-line', 'M96 154v32M252 154v32'),
    label('large-label bold', [16, 175], '135.480'),
    label('strip-label', [106, 174.5], 'SAFETYCOM traffic'),
    label('strip-label bold subject-fill', [262, 174.5], 'read 5'),
  ]
}
