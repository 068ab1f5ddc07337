import { type Point, polar } from '../geometry.ts'
import { box, circle, label, type Mark, path, straight, ticks } from '../marks.ts'

const CENTRE: Point = [160, 101]
const RADIUS = 88
const FEET = 4650

const turnOf = (feetPerTurn: number) => ((FEET % feetPerTurn) / feetPerTurn) * 360

function hand(className: string, bearing: number, size: { length: number; spread: number }): Mark {
  const shoulder = size.length * 0.8
  const outline = [
    polar(CENTRE, 14, bearing + 180),
    polar(CENTRE, shoulder, bearing - size.spread),
    polar(CENTRE, size.length, bearing),
    polar(CENTRE, shoulder, bearing + size.spread),
  ]
  return path(className, straight(outline, { closed: true }))
}

/** A three-pointer altimeter on 1013, reading 4,650 ft: hundreds, thousands and tens of thousands. */
export function aircraftGeneral(): Mark[] {
  const figures = Array.from({ length: 10 }, (_, index) => {
    const [x, y] = polar(CENTRE, RADIUS - 27, index * 36)
    return label('large-label bold', [x, y + 6.2], String(index), 'middle')
  })
  const tens = turnOf(100_000)
  const marker = [polar(CENTRE, 83, tens - 3.7), polar(CENTRE, 73, tens), polar(CENTRE, 83, tens + 3.7)]
  return [
    circle('paper-fill ink-line', CENTRE, RADIUS, 2.4),
    ticks(CENTRE, RADIUS - 3, { count: 50, length: 6, width: 0.7 }),
    ticks(CENTRE, RADIUS - 3, { count: 10, length: 12, width: 2 }),
    ...figures,
    box('paper-fill ink-line small-label', [184, 91], [42, 20]),
    label('small-label bold', [205, 105.5], '1013', 'middle'),
    label('small-label', [150, 66], 'ALT', 'middle'),
    label('small-label', [118, 106], 'feet', 'middle'),
    hand('subject-fill', turnOf(10_000), { length: 44, spread: 13 }),
    hand('ink-fill', turnOf(1000), { length: 72, spread: 5 }),
    path('ink-line', straight([CENTRE, polar(CENTRE, 80, tens)])),
    path('ink-fill', straight(marker, { closed: true })),
    circle('ink-fill', CENTRE, 6),
  ]
}
