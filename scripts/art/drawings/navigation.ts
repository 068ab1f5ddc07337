import { type Point, polar } from '../geometry.ts'
import { circle, label, leg, type Mark, path, straight, ticks } from '../marks.ts'

const CENTRE: Point = [98, 106]
const ROSE = 80
/** One flight: 100 kt through the air on 070 degrees true, wind from 334 at 29 kt. */
const FLIGHT = { airspeed: 100, heading: 70, windFrom: 334, windSpeed: 29 }
const PIXELS_PER_KNOT = 1.77

/** The triangle of velocities on a rose: heading has one arrow, track two, wind three. */
export function navigation(): Mark[] {
  const throughAir = polar(CENTRE, FLIGHT.airspeed * PIXELS_PER_KNOT, FLIGHT.heading)
  const overGround = polar(throughAir, FLIGHT.windSpeed * PIXELS_PER_KNOT, FLIGHT.windFrom + 180)
  // Not east: the track lies there.
  const figures = [0, 3, 6, 12, 15, 18, 21, 24, 27, 30, 33].map((tens) => {
    const [x, y] = polar(CENTRE, ROSE - 22, tens * 10)
    return label('small-label', [x, y + 3.4], tens === 0 ? 'N' : String(tens).padStart(2, '0'), 'middle')
  })
  return [
    circle('ink-line', CENTRE, ROSE),
    ticks(CENTRE, ROSE, { count: 72, length: 4, width: 0.6 }),
    ticks(CENTRE, ROSE, { count: 36, length: 7, width: 0.6 }),
    ticks(CENTRE, ROSE, { count: 12, length: 11, width: 1.1 }),
    ...figures,
    path('subject-shade', straight([CENTRE, throughAir, overGround], { closed: true })),
    leg('ink-line', CENTRE, throughAir, 1),
    leg('ink-line', throughAir, overGround, 3),
    leg('subject-line', CENTRE, overGround, 2),
    circle('ink-fill', CENTRE, 3.5),
    circle('subject-fill', overGround, 4),
    label('halo small-label bold', [206, 52], 'HDG', 'end'),
    label('halo small-label bold subject-fill', [212, 117], 'TRK'),
    label('halo small-label bold', [286, 64], 'W/V'),
  ]
}
