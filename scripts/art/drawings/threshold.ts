import { type Mark, path } from '../marks.ts'

/** The eye stands this high over the ground, in metres, this far short of a runway of this size. */
const VIEW = { eye: 24, short: 420, length: 900, width: 30, focal: 260, horizon: 74 }

/** Perspective: metres ahead and to the side, to the picture. */
function seen(ahead: number, aside: number) {
  const x = 160 + (aside * VIEW.focal) / ahead
  const y = VIEW.horizon + (VIEW.eye * VIEW.focal) / ahead
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}

function patch(from: number, to: number, sides: readonly [number, number]) {
  const [left, right] = sides
  return `M${seen(from, left)}L${seen(to, left)} ${seen(to, right)} ${seen(from, right)}z`
}

/** Short final, as the introduction opens: a runway in true perspective, its threshold marks and its centre line. */
export function threshold(): Mark[] {
  const { short, length, width } = VIEW
  const half = width / 2
  const piano = [-12, -8, -4, 2, 6, 10].map((aside) => patch(short + 6, short + 36, [aside, aside + 2]))
  const dashes = Array.from({ length: 12 }, (_, index) => short + 60 + index * 66).map((at) =>
    patch(at, at + 30, [-0.6, 0.6]),
  )
  const hedges = [
    [300, -190, 900, -120],
    [300, 190, 900, 120],
    [190, -60, 420, -150],
    [190, 70, 420, 170],
  ].map(([near = 1, a = 0, far = 1, b = 0]) => `M${seen(near, a)}L${seen(far, b)}`)
  return [
    path('sky', 'M0 0h320v180H0z'),
    path('gnd', `M0 ${VIEW.horizon}q90-8 170-2t150-2v110H0z`),
    path('k t', `M0 ${VIEW.horizon}q90-8 170-2t150-2${hedges.join('')}`),
    path('tar', patch(short, short + length, [-half, half])),
    path('wt', piano.join('') + dashes.join('')),
    path('coam', 'M0 180V170q160-26 320 0v10z'),
  ]
}
