import { distance, type Point, polar } from '../geometry.ts'
import { circle, label, type Mark, path, straight } from '../marks.ts'

const START: Point = [20, 176]
const FIX: Point = [150, 116]
const RADIUS = 48
/** From dot to dot: a whole number of them goes round, so that the circle has no seam. */
const SPACING = Math.round(((2 * Math.PI * RADIUS) / 50) * 1000) / 1000

/** Uncertain of position: the track flown, the last fix, and the circle one may be in, a tenth of the whole run and the time since. */
export function lost(): Mark[] {
  const bearing = (Math.atan2(FIX[0] - START[0], START[1] - FIX[1]) * 180) / Math.PI
  const flownSince = distance(START, FIX) * 0.7
  const reckoned = polar(FIX, flownSince, bearing)
  const marks = [0.46, 0.73].map((part) => {
    const at = polar(START, distance(START, FIX) * part, bearing)
    return straight([polar(at, 8, bearing + 90), polar(at, 8, bearing - 90)])
  })
  const meridians = [40, 120, 200, 280].map((x) => `M${x} 0l6 200`)
  const parallels = [50, 120, 190].map((y) => `M0 ${y}q160-8 320 0`)
  const flown = path('track-line', straight([START, FIX]) + marks.join(''), 2)
  const planned = path('track-line', straight([FIX, reckoned]), 2)
  const uncertain = circle('track-line', reckoned, RADIUS, 2)
  return [
    path('ink-line fine', [...meridians, ...parallels].join('')),
    flown,
    { ...planned, attributes: { ...planned.attributes, 'stroke-dasharray': '6 7' } },
    { ...uncertain, attributes: { ...uncertain.attributes, 'stroke-dasharray': `0 ${SPACING}` } },
    circle('paper-fill ink-line', FIX, 5),
    label('halo small-label bold', [FIX[0], FIX[1] + 24], 'last fix', 'middle'),
    label('halo huge-label bold', [reckoned[0], reckoned[1] + 8], '?', 'middle'),
  ]
}
