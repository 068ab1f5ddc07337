import { bearingPoint } from './motion.mjs'
import * as palette from './palette.mjs'
import { area, box, circle, dot, line, text } from './pen.mjs'

function hand(g, centre, turn, { length, width, colour }) {
  const bearing = turn * 360
  const side = (angle, reach) => bearingPoint(centre, bearing + angle, reach)
  area(g, [side(-90, width), side(0, length), side(90, width), side(180, length * 0.16)], {
    colour,
    alpha: 1,
  })
}

/** A three-pointer altimeter reading `feet`, with `subscale` in hPa in its window. */
export function altimeter(g, centre, radius, { feet, subscale, colour }) {
  circle(g, centre, radius, { width: 2.5, fill: palette.panel })
  for (let mark = 0; mark < 50; mark += 1) {
    const whole = mark % 5 === 0
    const ends = [
      bearingPoint(centre, mark * 7.2, radius - 5),
      bearingPoint(centre, mark * 7.2, radius - (whole ? 20 : 13)),
    ]
    line(g, ends, { width: whole ? 2.5 : 1.2 })
    if (!whole) continue
    const [x, y] = bearingPoint(centre, mark * 7.2, radius - 38)
    text(g, [x, y + 9], String(mark / 5), { size: radius * 0.16, weight: 700, align: 'center' })
  }
  box(g, [centre[0] - radius * 0.34 - 29, centre[1] - 14], [58, 28], { fill: palette.ground, colour })
  text(g, [centre[0] - radius * 0.34, centre[1] + 7], String(Math.round(subscale)), {
    size: 20,
    weight: 700,
    align: 'center',
    colour,
  })
  hand(g, centre, feet / 100_000, { length: radius * 0.36, width: 7, colour: palette.soft })
  hand(g, centre, feet / 10_000, { length: radius * 0.52, width: 9, colour: palette.ink })
  hand(g, centre, feet / 1000, { length: radius * 0.82, width: 6, colour: palette.ink })
  dot(g, centre, 8, palette.ink)
  dot(g, centre, 3, palette.ground)
}
