import { contourRings } from '../contour.ts'
import { area, chord, inset, type Point, terrain } from '../geometry.ts'
import { aerodrome, box, circle, label, type Mark, path, smooth, straight } from '../marks.ts'

const ZONE: Point[] = [
  [96, 14],
  [238, 30],
  [276, 96],
  [232, 158],
  [120, 150],
  [70, 88],
]
const DANGER: Point[] = [
  [14, 20],
  [72, 12],
  [58, 70],
  [18, 62],
]
const FIELD: Point = [172, 92]

/** A control zone with its tint inside the boundary, an aerodrome traffic zone, a danger area hatched. */
export function airLaw(): Mark[] {
  const rise = terrain(5)
  const ground = contourRings((x, y) => rise(x / 70 + 3, y / 70), {
    width: 320,
    height: 200,
    step: 8,
    levels: [0.5, 0.62],
    tolerance: 2.1,
    // Taller than the sheet: a dialog shows it in a tall box.
    marginY: 108,
  })
  const hatching = Array.from({ length: 24 }, (_, index) => chord(DANGER, -Math.PI / 3, index * 5.5 - 10))
  return [
    ...ground.map(({ level, rings }) =>
      path(
        level > 0.55 ? 'ground-middle' : 'ground-low',
        rings
          .filter((ring) => area(ring) > 450)
          .map((ring) => smooth(ring, { closed: true }))
          .join(''),
      ),
    ),
    path('water-line', 'M-5 158Q40 150 62 162T120 176 190 168 250 182 330 172', 1.6),
    path('subject-band', straight(ZONE, { closed: true }) + straight(inset(ZONE, 7), { closed: true })),
    path('subject-line', straight(ZONE, { closed: true }), 1.6),
    circle('subject-tint', FIELD, 36),
    {
      ...circle('subject-line', FIELD, 36, 2.6),
      attributes: { ...circle('subject-line', FIELD, 36, 2.6).attributes, 'stroke-dasharray': '.1 4.4' },
    },
    ...aerodrome(FIELD, 7, 62),
    path('subject-line', hatching.flatMap((ends) => (ends ? [straight(ends)] : [])).join(''), 0.8),
    path('subject-line', straight(DANGER, { closed: true }), 1.3),
    box('subject-fill small-label', [112, 33], [15, 15]),
    label('paper-fill bold small-label', [119.5, 44.6], 'D', 'middle'),
    label('halo small-label bold', [132, 44.5], 'SFC–2500 ALT'),
    label('halo small-label', [172, 118], '112 ft', 'middle'),
    label('halo small-label bold', [39, 46], 'D', 'middle'),
  ]
}
