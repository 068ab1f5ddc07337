import { degrees, radians } from './motion.mjs'

/**
 * Solves the triangle of velocities: the sine rule gives the correction, then both speeds along the
 * track add up. Bearings in degrees, `wind.from` is where it blows from, speeds in knots; a negative
 * correction is to the left.
 */
export function solveTriangle({ track, airspeed, wind }) {
  const angle = radians(wind.from - track)
  const correction = degrees(Math.asin((wind.speed * Math.sin(angle)) / airspeed))
  const groundSpeed = airspeed * Math.cos(radians(correction)) - wind.speed * Math.cos(angle)
  return { correction, heading: track + correction, groundSpeed }
}
