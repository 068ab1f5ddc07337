import { contourLines, strokeRings } from './contours.mjs'
import { bearingPoint } from './motion.mjs'
import * as palette from './palette.mjs'
import { area, arrow, fade, line, text } from './pen.mjs'

const map = [40, 70, 880, 400]
const low = [430, 215]

function curve([a, b, c, d], share) {
  const left = 1 - share
  const at = (axis) =>
    left ** 3 * a[axis] +
    3 * left ** 2 * share * b[axis] +
    3 * left * share ** 2 * c[axis] +
    share ** 3 * d[axis]
  return [at(0), at(1)]
}

/** Forty-one points along a Bézier curve. */
export const pointsOf = (shape) => Array.from({ length: 41 }, (_, i) => curve(shape, i / 40))
const warmFront = [
  [436, 222],
  [540, 232],
  [640, 300],
  [700, 460],
]
const coldFront = [
  [436, 222],
  [432, 300],
  [380, 390],
  [270, 460],
]

function drawFront(g, shape, colour, share, tooth) {
  line(g, pointsOf(shape), { colour, width: 3.5, share })
  for (const at of [0.24, 0.42, 0.6, 0.78, 0.94]) {
    if (at > share) continue
    const [x, y] = curve(shape, at)
    const [bx, by] = curve(shape, at + 0.01)
    tooth(g, [x, y], Math.atan2(by - y, bx - x), colour)
  }
}

// Teeth and half discs stand on the side to which the front moves: to the left of its line here.
function spike(g, [x, y], angle, colour) {
  const along = (length) => [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
  const out = [x + Math.cos(angle - Math.PI / 2) * 17, y + Math.sin(angle - Math.PI / 2) * 17]
  area(g, [along(-11), out, along(11)], { colour, alpha: 1 })
}

function halfDisc(g, [x, y], angle, colour) {
  g.beginPath()
  g.arc(x, y, 11, angle - Math.PI, angle)
  g.fillStyle = colour
  g.fill()
}

function drawWind(g, beat) {
  for (let bearing = 0; bearing < 360; bearing += 45) {
    for (const reach of [105, 175]) {
      if (bearing === 0 && reach === 175) continue
      const [x, y] = bearingPoint(low, bearing, reach)
      const flow = (beat.time * 9 + bearing) % 26
      // Each arrow fades before it starts again, so that none is seen to jump.
      const alpha = Math.sin((flow / 26) * Math.PI)
      // Anticlockwise round a northern low, some 25 degrees across the isobars towards it.
      const way = bearing - 90 - 25
      const from = bearingPoint([low[0] + (x - low[0]) * 1.25, y], way, flow - 24)
      fade(g, alpha, () =>
        arrow(g, from, bearingPoint(from, way, 26), { width: 2, size: 8, colour: palette.soft }),
      )
    }
  }
}

const frontPoints = [...pointsOf(warmFront), ...pointsOf(coldFront)]

/** A trough lies along each front, which is why isobars bend there. */
function troughAt(x, y) {
  const away = Math.min(...frontPoints.map(([px, py]) => Math.hypot(x - px, y - py)))
  const fromLow = Math.hypot(x - low[0], y - low[1])
  return 3.2 * Math.exp(-away / 50) * Math.min(1, fromLow / 120)
}

/** Surface pressure in hPa: a low on a gentle slope, with the troughs of its fronts. */
function pressureAt(x, y) {
  const hollow = 33 * Math.exp(-(((x - low[0]) / 300) ** 2) - ((y - low[1]) / 210) ** 2)
  return 1017 - hollow - troughAt(x, y) + (x - low[0]) * 0.006
}

const isobars = contourLines(pressureAt, map, [988, 992, 996, 1000, 1004, 1008, 1012, 1016])

/** Where an isobar crosses the line that leaves the low to the north-east. */
function placeOn(value) {
  let reach = 0
  while (pressureAt(...bearingPoint(low, 65, reach)) < value) reach += 1
  return bearingPoint(low, 65, reach)
}

/** A depression as a chart shows it; the sentences bring isobars, wind and fronts one after another. */
export function drawDepression(g, beat, { colour }) {
  fade(g, beat.in(0, 1.4), () => {
    for (const { value, rings } of isobars) {
      strokeRings(g, rings, map, { colour: palette.faint, width: value % 8 === 0 ? 2 : 1.2 })
    }
    text(g, [low[0] - 10, low[1] - 4], 'L', { size: 34, weight: 700, colour, align: 'center', halo: true })
  })
  fade(g, beat.in(0, 1, 1.6), () => {
    for (const value of [992, 1000, 1008]) {
      const [x, y] = placeOn(value)
      text(g, [x, y + 6], String(value), { size: 17, align: 'center', halo: true, colour: palette.soft })
    }
  })
  fade(g, beat.in(1), () => drawWind(g, beat))
  const warm = beat.in(3, 1.6)
  if (warm > 0) {
    fade(g, warm, () =>
      area(g, [...pointsOf(warmFront), ...pointsOf(coldFront).reverse()], { colour, alpha: 0.14 }),
    )
    drawFront(g, warmFront, colour, warm, halfDisc)
    drawFront(g, coldFront, colour, warm, spike)
    fade(g, warm, () =>
      text(g, [496, 400], 'warm air', { size: 22, weight: 700, colour, align: 'center', halo: true }),
    )
  }
}
