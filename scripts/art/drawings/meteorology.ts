import { contourRings } from '../contour.ts'
import { cutAtFrame, distance, onCubic, type Point, simplify, simplifyRing, terrain } from '../geometry.ts'
import { label, type Mark, path, smooth, straight } from '../marks.ts'

type Cubic = readonly [Point, Point, Point, Point]

const COLD: Cubic = [
  [122, 98],
  [118, 128],
  [100, 160],
  [66, 196],
]
const WARM: Cubic = [
  [122, 98],
  [158, 112],
  [196, 140],
  [222, 186],
]
const LEVELS = [984, 988, 992, 996, 1000, 1004, 1008, 1012, 1016, 1020]

/** Taller than the sheet: a dialog shows it in a tall box. */
const inFrame = ([x, y]: Point) => x > -18 && x < 338 && y > -108 && y < 308

const wander = terrain(11)
const frontPoints = [COLD, WARM].flatMap((front) =>
  Array.from({ length: 25 }, (_, index) => onCubic(front, 0.08 + index * 0.038).point),
)

/** Pressure in hectopascals: a low, a slope, unevenness, and a trough along each front, where isobars bend. */
function pressure(x: number, y: number) {
  const low = 34 * Math.exp(-(((x - 118) / 118) ** 2 + ((y - 92) / 82) ** 2) * 1.15)
  const nearest = Math.min(...frontPoints.map((point) => distance(point, [x, y])))
  return (
    1016 -
    low +
    (x - 160) * 0.028 +
    (wander(x / 95, y / 95) - 0.5) * 9 -
    1.6 * Math.exp(-((nearest / 13) ** 2))
  )
}

/** Isobars of that field, every four hectopascals, and its two fronts. */
export function meteorology(): Mark[] {
  const grid = { width: 320, height: 200, step: 8, tolerance: 0, margin: 24, marginY: 120 }
  const isobars = contourRings(pressure, { ...grid, levels: LEVELS }).map(({ level, rings }) => ({
    level,
    parts: rings.flatMap((ring) => cutAtFrame(ring, inFrame)),
  }))
  const lowest = Math.round(Math.min(...gridValues()))
  return [
    ...isobars.map(({ level, parts }) =>
      path(level % 8 ? 'ink-line fine' : 'ink-line', parts.map(isobar).join('')),
    ),
    path('subject-line', cubicPath(COLD) + cubicPath(WARM), 2.4),
    path('subject-fill', [0.3, 0.55, 0.8].map((t) => tooth(t) + bulge(t)).join('')),
    label('halo huge-label bold subject-fill', [107, 89], 'L', 'middle'),
    label('halo small-label', [107, 106], String(lowest), 'middle'),
    ...[1000, 1012].flatMap((level) => isobarLabel(level)),
  ]
}

function isobar({ points, closed }: { points: Point[]; closed: boolean }) {
  const line = closed ? simplifyRing(points, 1.2) : simplify(points, 1.2)
  return smooth(line, { closed })
}

function gridValues() {
  return Array.from({ length: 40 * 25 }, (_, index) => pressure((index % 40) * 8, Math.floor(index / 40) * 8))
}

/** The value of an isobar, where it crosses a line to the north-east of the low. */
function isobarLabel(level: number): Mark[] {
  const steps = Array.from({ length: 200 }, (_, index): Point => [140 + index, 84 - index * 0.18])
  const crossing = steps.find(([x, y]) => pressure(x, y) >= level)
  if (!crossing || crossing[0] > 300) return []
  return [label('halo small-label', [crossing[0], crossing[1] + 3], String(level), 'middle')]
}

function cubicPath([a, b, c, d]: Cubic) {
  return `M${a.join(' ')}C${[b, c, d].map((point) => point.join(' ')).join(' ')}`
}

/** A cold front's tooth, on the side it moves to. */
function tooth(t: number) {
  const { point, angle } = onCubic(COLD, t)
  const [x, y] = point
  const across = angle - Math.PI / 2
  return straight(
    [
      [x + 7 * Math.cos(angle), y + 7 * Math.sin(angle)],
      [x + 12 * Math.cos(across), y + 12 * Math.sin(across)],
      [x - 7 * Math.cos(angle), y - 7 * Math.sin(angle)],
    ],
    { closed: true },
  )
}

/** A warm front's half disc. */
function bulge(t: number) {
  const { point, angle } = onCubic(WARM, t)
  const [dx, dy] = [7 * Math.cos(angle), 7 * Math.sin(angle)].map((value) => Math.round(value * 10) / 10)
  const [x, y] = point.map((value) => Math.round(value * 10) / 10)
  if (dx === undefined || dy === undefined || x === undefined || y === undefined) return ''
  const tidy = (value: number) => Math.round(value * 10) / 10
  return `M${tidy(x - dx)} ${tidy(y - dy)}a7 7 0 0 1 ${tidy(2 * dx)} ${tidy(2 * dy)}z`
}
