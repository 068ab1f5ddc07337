import { CHART, ROUTE } from '#client/art/route.ts'
import { contourRings } from './contour.ts'
import { area, distance, heading, meanX, type Point, terrain } from './geometry.ts'
import { type Mark, path, smooth, straight } from './marks.ts'

const WHOLE = { closed: true, decimals: 0 }
const RAILWAY = 'M1450 80C1300 130 1180 240 1120 300S900 470 700 580'
const CONTROL_AREA: Point[] = [
  [908, 84],
  [1150, 54],
  [1214, 180],
  [1120, 270],
  [962, 252],
  [884, 186],
]
/** Sea level and the three tints above it. */
const LEVELS = [0.36, 0.53, 0.61, 0.69]

const hills = terrain(23)

/** Height of an invented country: hills, open sea to the west and south, one bay and one sound. */
function height(x: number, y: number) {
  const west = 0.5 * Math.max(0, (570 - x) / 900)
  const south = Math.max(0, (y - 570) / 420)
  const bay = 0.2 * Math.exp(-(((x - 1450) / 200) ** 2 + ((y - 650) / 210) ** 2))
  const sound = 0.16 * Math.exp(-(((x - 700) / 120) ** 2 + ((y - 40) / 90) ** 2))
  return hills(x / 190 + 2, y / 190 + 5, 4) + 0.045 - west - south - bay - sound
}

/** The classes of the tints, from the lowest ground. */
const GROUND = ['land', 'ground-low', 'ground-middle', 'ground-high']

function ground(): Mark[] {
  const tints = contourRings(height, { ...CHART, step: 12, levels: LEVELS, tolerance: 2, margin: 24 })
  return tints.map(({ rings }, index) => {
    // The title block lies on the sea: no land of its own in the west.
    const least = (ring: readonly Point[]) =>
      index > 0 ? 700 : meanX(ring) < 540 ? Number.POSITIVE_INFINITY : 900
    const kept = rings.filter((ring) => area(ring) > least(ring))
    return path(GROUND[index] ?? 'land', kept.map((ring) => smooth(ring, WHOLE)).join(''))
  })
}

function graticule() {
  const { width, height: tall } = CHART
  const meridians = [120, 360, 600, 840, 1080, 1320].map((x) => `M${x} 0l10 ${tall}`)
  const parallels = [100, 320, 540].map((y) => `M0 ${y}q${width / 2}-28 ${width} 0`)
  return [...meridians, ...parallels].join('')
}

/** The first leg's drift lines: eight degrees either side, as a pilot rules them. */
function driftLines() {
  const [from, to] = [ROUTE[0], ROUTE[1]]
  const track = heading([from.x, from.y], [to.x, to.y])
  const length = distance([from.x, from.y], [to.x, to.y])
  const off = (8 * Math.PI) / 180
  return [track - off, track + off]
    .map(
      (angle) =>
        `M${from.x} ${from.y}l${Math.round(length * Math.cos(angle))} ${Math.round(length * Math.sin(angle))}`,
    )
    .join('')
}

/** Half-way marks across each leg. */
function halfWayMarks() {
  return ROUTE.slice(1)
    .map((to, index): string => {
      const from = ROUTE[index] ?? to
      const middle: Point = [(from.x + to.x) / 2, (from.y + to.y) / 2]
      const track = heading([from.x, from.y], [to.x, to.y])
      const [dx, dy] = [9 * Math.sin(track), -9 * Math.cos(track)]
      return straight([
        [middle[0] + dx, middle[1] + dy],
        [middle[0] - dx, middle[1] - dy],
      ])
    })
    .join('')
}

/** A ring round the first aerodrome, as a hand draws it: not quite closed where it began. */
function handDrawnRing() {
  const { x, y } = ROUTE[0]
  return `M${x + 22} ${y - 20}c-20-18-54-4-53 23s35 33 56 16 8-37-15-50`
}

/** The ground of the hero chart and the route drawn on it; names and prices are added by the page. */
export function heroChart(): Mark[] {
  const points = ROUTE.map(({ x, y }): Point => [x, y])
  return [
    ...ground(),
    path('graticule', graticule()),
    path('river', 'M930-10C920 80 990 120 960 200S880 300 930 380 900 500 860 660'),
    path('road', 'M560 440C700 450 820 420 960 430S1200 330 1450 300'),
    path('rail', RAILWAY),
    path('sleepers', RAILWAY),
    path('town', 'M930 418l26-14 30 8 12 20-18 22-34 4-24-14zM1150 262l20-10 22 12-4 20-28 4z'),
    path('area-band', straight(CONTROL_AREA, WHOLE)),
    path('area-edge', straight(CONTROL_AREA, WHOLE)),
    path('drift', driftLines()),
    path('track', straight(points, { decimals: 0 })),
    path('fix', halfWayMarks()),
    path('pencil', handDrawnRing()),
  ]
}
