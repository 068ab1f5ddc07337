import { bearingPoint } from './motion.mjs'
import { circle, line, text } from './pen.mjs'

/** A compass rose drawn clockwise from north; `share` says how much of it is there. */
export function rose(g, centre, radius, share = 1) {
  circle(g, centre, radius, { share, width: 2 })
  for (let bearing = 0; bearing < 360 * share; bearing += 5) {
    const length = bearing % 30 === 0 ? 18 : bearing % 10 === 0 ? 12 : 7
    const ends = [bearingPoint(centre, bearing, radius), bearingPoint(centre, bearing, radius - length)]
    line(g, ends, { width: bearing % 30 === 0 ? 2 : 1.2 })
    if (bearing % 30 !== 0) continue
    const [x, y] = bearingPoint(centre, bearing, radius - 34)
    const name = bearing === 0 ? 'N' : String(bearing / 10).padStart(2, '0')
    text(g, [x, y + 6], name, { size: 17, weight: bearing === 0 ? 700 : 400, align: 'center' })
  }
}
