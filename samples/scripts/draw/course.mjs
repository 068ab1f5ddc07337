import { bearingPoint, degrees, radians } from './motion.mjs'
import * as palette from './palette.mjs'
import { area, line, partOf } from './pen.mjs'

/**
 * The points of a flight path seen from above. `legs` are `{ ahead }` in sheet units or
 * `{ to, radius }`, a turn the short way on to a bearing.
 */
export function course(start, bearing, legs) {
  const points = [start]
  let facing = bearing
  for (const leg of legs) {
    if (leg.ahead) points.push(bearingPoint(points.at(-1), facing, leg.ahead))
    else facing = addTurn(points, facing, leg)
  }
  return points
}

function addTurn(points, facing, { to, radius }) {
  const change = ((to - facing + 540) % 360) - 180
  const steps = Math.max(2, Math.ceil(Math.abs(change) / 4))
  const stride = (radius * radians(Math.abs(change))) / steps
  for (let i = 0; i < steps; i += 1) {
    points.push(bearingPoint(points.at(-1), facing + (change * (i + 0.5)) / steps, stride))
  }
  return to
}

/** An aircraft from above: a dart, so that it is plain which way it goes. */
export function dart(g, at, bearing, { colour = palette.ink, size = 17 } = {}) {
  const corner = (turn, length) => bearingPoint(at, bearing + turn, length)
  area(g, [corner(0, size), corner(145, size), corner(180, size * 0.42), corner(-145, size)], {
    colour,
    alpha: 1,
  })
}

/** Draws a course up to `share` of its length with the aircraft at the end of it. */
export function fly(g, points, share, { colour = palette.ink, trail = true, size = 17 } = {}) {
  const flown = partOf(points, Math.max(0.001, share))
  if (trail) line(g, flown, { colour, width: 2.5 })
  const [from, to] = [flown.at(-2), flown.at(-1)]
  const bearing = degrees(Math.atan2(to[0] - from[0], from[1] - to[1]))
  dart(g, to, bearing, { colour, size })
  return { at: to, bearing }
}
