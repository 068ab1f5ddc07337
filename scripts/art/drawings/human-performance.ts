import { type Point, polar } from '../geometry.ts'
import { circle, label, type Mark, path, smooth, straight } from '../marks.ts'

const CENTRE: Point = [160, 104]
const PIXELS_PER_DEGREE = 2.2

/** The edge of what a light of one size is seen in: wide to the temple, narrow to the brow and the nose. */
function isopter(radius: number, phase: number) {
  const points = Array.from({ length: 24 }, (_, index): Point => {
    const bearing = index * 15
    const turn = (bearing * Math.PI) / 180
    const reach = 1 + 0.26 * Math.sin(turn) - 0.16 * Math.cos(turn) - 0.05 * Math.sin(3 * turn + phase)
    return polar(CENTRE, radius * reach, bearing)
  })
  return smooth(points, { closed: true })
}

/** The visual field of a right eye as it is charted, every ten degrees, with the blind spot 15 degrees out. */
export function humanPerformance(): Mark[] {
  const rings = [10, 20, 30, 40].map((degrees) =>
    circle('ink-line fine', CENTRE, degrees * PIXELS_PER_DEGREE),
  )
  const spokes = Array.from({ length: 12 }, (_, index) => {
    const axis = index % 3 === 0
    return straight([polar(CENTRE, axis ? 0 : 22, index * 30), polar(CENTRE, axis ? 94 : 88, index * 30)])
  })
  const seen = isopter(68, 1) + isopter(46, 2) + isopter(20, 0)
  const spot = { cx: CENTRE[0] + 15 * PIXELS_PER_DEGREE, cy: CENTRE[1] + 1.5 * PIXELS_PER_DEGREE }
  return [
    ...rings,
    path('ink-line fine', spokes.join('')),
    ...[isopter(68, 1), isopter(46, 2), isopter(20, 0)].map((edge) => path('subject-tint', edge)),
    path('subject-line', seen, 1.3),
    {
      tag: 'ellipse',
      attributes: {
        class: 'subject-fill',
        ...spot,
        rx: 2.75 * PIXELS_PER_DEGREE,
        ry: 3.75 * PIXELS_PER_DEGREE,
      },
    },
    circle('ink-fill', CENTRE, 2.4),
    // Hidden where its word is cut out.
    path('subject-line strip-label', 'M197.5 113.5L249 160', 1),
    label('halo small-label bold subject-fill', [246, 171], 'blind spot'),
    label('halo small-label', [163, 30], '40°'),
    label('halo small-label', [163, 74], '20°'),
  ]
}
