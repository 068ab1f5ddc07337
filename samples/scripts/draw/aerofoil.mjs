import { contourLines, strokeRings } from './contours.mjs'
import { radians } from './motion.mjs'
import * as palette from './palette.mjs'
import { area, line } from './pen.mjs'

// A Joukowski aerofoil: the circle about `centre` through (1, 0), mapped by z + 1/z.
const centre = { x: -0.09, y: 0.1 }
const radius = Math.hypot(1 - centre.x, centre.y)
const camber = Math.asin(centre.y / radius)

function rotate([x, y], angle) {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** Back from the plane of the aerofoil to that of the circle: of the two roots, the one outside it. */
function toCircle([x, y]) {
  const real = x * x - y * y - 4
  const imaginary = 2 * x * y
  const size = Math.sqrt(Math.hypot(real, imaginary))
  const half = Math.atan2(imaginary, real) / 2
  const root = [size * Math.cos(half), size * Math.sin(half)]
  const candidates = [1, -1].map((sign) => [(x + sign * root[0]) / 2, (y + sign * root[1]) / 2])
  const reach = ([u, v]) => Math.hypot(u - centre.x, v - centre.y)
  return reach(candidates[0]) > reach(candidates[1]) ? candidates[0] : candidates[1]
}

/** Stream function of the flow past the wing, with the circulation that lets it leave the trailing edge smoothly. */
function streamFunction(point, alpha) {
  const [u, v] = toCircle(rotate(point, alpha))
  const reach = Math.max(Math.hypot(u - centre.x, v - centre.y), radius)
  const angle = Math.atan2(v - centre.y, u - centre.x)
  const circulation = 4 * Math.PI * radius * Math.sin(alpha + camber)
  return (
    (reach - (radius * radius) / reach) * Math.sin(angle - alpha) +
    (circulation / (2 * Math.PI)) * Math.log(reach / radius)
  )
}

function outline(alpha, place) {
  return Array.from({ length: 90 }, (_, i) => {
    const turn = (i / 90) * 2 * Math.PI
    const u = centre.x + radius * Math.cos(turn)
    const v = centre.y + radius * Math.sin(turn)
    const size = u * u + v * v
    return place(rotate([u + u / size, v - v / size], -alpha))
  })
}

const flows = new Map()

function streamlines(alphaDegrees, box, scale, origin) {
  const key = `${alphaDegrees} ${box}`
  if (!flows.has(key)) {
    const value = (x, y) =>
      streamFunction([(x - origin[0]) / scale, (origin[1] - y) / scale], radians(alphaDegrees))
    const levels = Array.from({ length: 24 }, (_, i) => (i - 11.5) * 0.19)
    flows.set(
      key,
      contourLines(value, box, levels).flatMap(({ rings }) => rings),
    )
  }
  return flows.get(key)
}

/** The aerofoil at an angle of attack with the streamlines of an ideal flow from the left. */
export function drawAerofoil(g, { alphaDegrees, box, scale, origin, colour, flow = true }) {
  // Half degrees are fine enough for the eye and let the lines be kept from frame to frame.
  const alpha = Math.round(alphaDegrees * 2) / 2
  if (flow) strokeRings(g, streamlines(alpha, box, scale, origin), box, { colour: palette.faint, width: 1.5 })
  const shape = outline(radians(alpha), ([x, y]) => [origin[0] + x * scale, origin[1] - y * scale])
  area(g, shape, { colour: palette.ground, alpha: 1 })
  area(g, shape, { colour, alpha: 0.3 })
  line(g, shape, { colour, width: 2.5, closed: true })
}
