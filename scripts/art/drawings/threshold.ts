import { type Mark, path } from '../marks.ts'

/** The eye stands this high over the ground, in metres, this far short of a runway of this size. */
const VIEW = { eye: 18, short: 57, length: 900, width: 18, focal: 260, horizon: 74 }

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
  const piano = [-7.5, -5, -2.5, 1.3, 3.8, 6.3].map((aside) =>
    patch(short + 4, short + 18, [aside, aside + 1.2]),
  )
  const dashes = Array.from({ length: 6 }, (_, index) => short + 30 + index * 50).map((at) =>
    patch(at, at + 30, [-0.45, 0.45]),
  )
  const hedges = [
    [60, -40, 700, -320],
    [60, 46, 700, 360],
    [110, -30, 900, -700],
    [150, 40, 900, 800],
  ].map(([near = 1, a = 0, far = 1, b = 0]) => `M${seen(near, a)}L${seen(far, b)}`)
  return [
    path('sky', 'M0 0h320v180H0z'),
    path('ground-middle', `M0 ${VIEW.horizon}q90-8 170-2t150-2v110H0z`),
    path('ink-line fine', `M0 ${VIEW.horizon}q90-8 170-2t150-2${hedges.join('')}`),
    path('tarmac', patch(short, short + length, [-half, half])),
    path('paper-fill', piano.join('') + dashes.join('')),
    path('coaming', 'M0 180V170q160-26 320 0v10z'),
  ]
}
