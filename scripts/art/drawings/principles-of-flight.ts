import { contourRings } from '../contour.ts'
import { cutAtFrame, type Point, simplify } from '../geometry.ts'
import { arrowhead, label, type Mark, path, smooth, straight } from '../marks.ts'

/** Joukowski's circle: its centre sets thickness and camber; it passes through the trailing edge at +1. */
const CENTRE: Point = [-0.09, 0.1]
const RADIUS = Math.hypot(1 - CENTRE[0], CENTRE[1])
const INCIDENCE = (8 * Math.PI) / 180
const SCALE = 62
const ORIGIN: Point = [150, 108]
/** Kutta's condition: as much circulation as makes the flow leave the trailing edge smoothly. */
const CIRCULATION = 4 * Math.PI * RADIUS * Math.sin(INCIDENCE + Math.asin(CENTRE[1] / RADIUS))

/** From the plane of the wing back to the plane of the circle: z = s + 1/s, the root outside the circle. */
function toCircle(x: number, y: number): Point {
  const [re, im] = [x * x - y * y - 4, 2 * x * y]
  const modulus = Math.sqrt(Math.hypot(re, im))
  const half = Math.atan2(im, re) / 2
  const root: Point = [modulus * Math.cos(half), modulus * Math.sin(half)]
  const plus: Point = [(x + root[0]) / 2, (y + root[1]) / 2]
  const minus: Point = [(x - root[0]) / 2, (y - root[1]) / 2]
  const away = (point: Point) => Math.hypot(point[0] - CENTRE[0], point[1] - CENTRE[1])
  return away(plus) > away(minus) ? plus : minus
}

/** The stream function of a uniform flow past the wing. */
function stream(px: number, py: number) {
  const [x, y] = [(px - ORIGIN[0]) / SCALE, -(py - ORIGIN[1]) / SCALE]
  const [cos, sin] = [Math.cos(INCIDENCE), Math.sin(INCIDENCE)]
  const [u, v] = toCircle(x * cos - y * sin, x * sin + y * cos)
  const r = Math.max(Math.hypot(u - CENTRE[0], v - CENTRE[1]), RADIUS)
  const angle = Math.atan2(v - CENTRE[1], u - CENTRE[0]) - INCIDENCE
  return (r - RADIUS ** 2 / r) * Math.sin(angle) + (CIRCULATION / (2 * Math.PI)) * Math.log(r / RADIUS)
}

function wing(): Point[] {
  return Array.from({ length: 60 }, (_, index): Point => {
    const angle = (index / 60) * 2 * Math.PI
    const [u, v] = [CENTRE[0] + RADIUS * Math.cos(angle), CENTRE[1] + RADIUS * Math.sin(angle)]
    const square = u * u + v * v
    const [x, y] = [u + u / square, v - v / square]
    const [cos, sin] = [Math.cos(-INCIDENCE), Math.sin(-INCIDENCE)]
    return [ORIGIN[0] + SCALE * (x * cos - y * sin), ORIGIN[1] - SCALE * (x * sin + y * cos)]
  })
}

/** Taller than the sheet: a dialog shows it in a tall box. */
const inFrame = ([x, y]: Point) => x > -18 && x < 338 && y > -108 && y < 308

/** A Joukowski aerofoil in the streamlines that really go round it; lift upright to them, drag along. */
export function principlesOfFlight(): Mark[] {
  const levels = Array.from({ length: 41 }, (_, index) => (index - 20) * 0.17 + 0.085)
  const grid = { width: 320, height: 200, step: 5, tolerance: 0, margin: 30, marginY: 120 }
  const lines = contourRings(stream, { ...grid, levels })
    .flatMap(({ rings }) => rings.flatMap((ring) => cutAtFrame(ring, inFrame)))
    .map(({ points, closed }) => smooth(simplify(points, 0.5), { closed }))
  const outline = straight(simplify(wing(), 0.15), { closed: true })
  const forces = `M118 92V30${arrowhead([118, 29], -Math.PI / 2, 8)}M118 92h46${arrowhead([165, 92], 0, 7)}`
  return [
    path('ink-line fine', lines.join('')),
    path('paper-fill', outline),
    path('subject-line subject-shade', outline, 1.6),
    path('subject-line', forces, 2.4),
    label('halo small-label bold subject-fill', [126, 38], 'LIFT'),
    label('halo small-label bold subject-fill', [172, 84], 'DRAG'),
  ]
}
