import { bearingPoint } from './motion.mjs'
import * as palette from './palette.mjs'
import { area, box, circle, dot, line, text } from './pen.mjs'

function hand(g, centre, turn, { length, width, colour }) {
  const bearing = turn * 360
  const at = (along, across) => bearingPoint(bearingPoint(centre, bearing, along), bearing + 90, across)
  // The point stays wide enough to be seen where it lies over a figure.
  const point = [at(length - 6, -1.2), at(length, 0), at(length - 6, 1.2)]
  area(g, [at(0, -width), ...point, at(0, width), at(-length * 0.16, 0)], { colour, alpha: 1 })
}

/**
 * A three-pointer altimeter reading `feet`, with `subscale` in hPa in its window. The longest hand reaches the ticks and
 * lies over the figures on its way, which are therefore dimmer than it.
 */
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
    text(g, [x, y + 9], String(mark / 5), {
      size: radius * 0.16,
      weight: 700,
      align: 'center',
      colour: palette.soft,
    })
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
  hand(g, centre, feet / 1000, { length: radius - 24, width: 6, colour: palette.ink })
  dot(g, centre, 8, palette.ink)
  dot(g, centre, 3, palette.ground)
}
