import { dart } from '../draw/course.mjs'
import { bearingPoint, mix, radians } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { area, arrow, box, dot, fade, level, line, text, textLines } from '../draw/pen.mjs'
import { rose } from '../draw/rose.mjs'
import { summaryCard, titleCard } from '../draw/title-card.mjs'
import { vector } from '../draw/vector.mjs'
import { solveTriangle } from '../draw/velocities.mjs'
import { sentences } from '../draw/words.mjs'

const track = 85
const airspeed = 100
const wind = { from: 330, speed: 20 }
const leg = 48
const variationWest = 2

const { correction, heading, groundSpeed } = solveTriangle({ track, airspeed, wind })
const minutes = (leg / groundSpeed) * 60
const maxDrift = (wind.speed / airspeed) * 60
const windToTrack = Math.abs(wind.from - 180 - track)

const round = Math.round
const three = (value) => String(round(value)).padStart(3, '0')

const centre = [230, 290]
const unit = 4.4
const windEnd = bearingPoint(centre, wind.from + 180, wind.speed * unit)
const goal = bearingPoint(centre, track, groundSpeed * unit)

const blue = '#82c1fd'

function label(g, at, words, colour = palette.ink) {
  text(g, at, words, { size: 22, weight: 700, colour, halo: true })
}

function drawTriangle(g, { blown = 1, air = 1, ground = 1 }) {
  if (ground >= 1) area(g, [centre, windEnd, goal], { colour: blue, alpha: 0.18 })
  vector(g, centre, windEnd, { marks: 3, colour: palette.ink, share: blown })
  vector(g, windEnd, goal, { marks: 1, colour: palette.ink, share: air })
  vector(g, centre, goal, { marks: 2, colour: blue, share: ground })
  dot(g, centre, 6)
  if (ground >= 1) dot(g, goal, 7, blue)
}

function labelTriangle(g, { blown = 1, air = 1, ground = 1 }) {
  fade(g, blown, () => label(g, [180, 340], 'W/V'))
  fade(g, air, () => label(g, [500, 342], 'HDG'))
  fade(g, ground, () => label(g, [480, 252], 'TRK', blue))
}

/** The same flight minute by minute: nose on the track line, and where the air carries it. */
function drawDrift(g, beat) {
  const start = [110, 250]
  const aim = [800, 250]
  line(g, [start, aim], { colour: palette.faint, dash: [10, 8], width: 2 })
  dot(g, start, 6)
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const flow = ((beat.time * 26 + column * 30) % 60) - 30
      const x = 170 + column * 118 + flow * 0.42
      const y = 130 + row * 92 + flow
      // Each arrow fades before it starts again, so that none is seen to jump.
      fade(g, Math.cos((flow / 60) * Math.PI), () =>
        arrow(g, [x, y], [x + 12, y + 28], { colour: palette.faint, width: 2, size: 8 }),
      )
    }
  }
  const name = { size: 18, align: 'center', colour: palette.soft, halo: true }
  text(g, [start[0], 232], 'start', name)
  text(g, [aim[0], 232], 'where the nose points', name)
  const gone = beat.through(1)
  const end = [mix(start[0], 770, gone), mix(start[1], 400, gone)]
  line(g, [start, end], { colour: blue, width: 3.5 })
  // The nose keeps pointing along the dashed line while the aircraft slides away from it.
  dart(g, end, 90, { colour: palette.ink, size: 20 })
  fade(g, beat.in(1, 0.8, 2.6), () =>
    label(g, [mix(start[0], end[0], 0.6) - 130, mix(start[1], end[1], 0.6) + 40], 'Where you go', blue),
  )
  fade(g, beat.in(2), () => text(g, [560, 290], 'drift', { size: 22, weight: 700, halo: true }))
}

const known = [
  ['Track', `${three(track)}° true`],
  ['True airspeed', `${airspeed} kt`],
  ['Wind', `${three(wind.from)}° at ${wind.speed} kt`],
]

function drawKnown(g, beat) {
  known.forEach(([name, value], row) => {
    fade(g, beat.in(row, 0.9, row === 0 ? 1.5 : 0), () => {
      const y = 190 + row * 74
      text(g, [130, y], name, { size: 24, colour: palette.soft })
      text(g, [420, y], value, { size: 30, weight: 700 })
      level(g, y + 20, [130, 830], { colour: palette.rule, width: 1.5 })
    })
  })
}

/** The compasses, opened to the airspeed, swing about the end of the wind and cut the track line. */
function drawCompasses(g, share) {
  const arc = []
  for (let swing = -16; swing <= 16; swing += 1)
    arc.push(bearingPoint(windEnd, heading - swing, airspeed * unit))
  line(g, arc, { colour: palette.soft, width: 2, dash: [4, 5], share })
}

function drawConstruction(g, beat) {
  rose(g, centre, 150, beat.in(0, 1.6))
  line(g, [centre, bearingPoint(centre, track, 580)], {
    colour: blue,
    dash: [8, 8],
    width: 2,
    share: beat.in(0, 1.4, 0.8),
  })
  drawCompasses(g, beat.in(2, 1.6))
  drawTriangle(g, { blown: beat.in(1, 1.4), air: beat.in(2, 1.2, 2.2), ground: beat.in(3, 1.6) })
  labelTriangle(g, { blown: beat.in(1, 0.5, 1), air: beat.in(2, 0.5, 3.2), ground: beat.in(3, 0.5, 1.2) })
}

const answers = [
  ['Wind correction', `${round(Math.abs(correction))}° left`],
  ['Heading', `${three(heading)}° true`],
  ['Ground speed', `${round(groundSpeed)} kt`],
  [`Time for ${leg} NM`, `${round(minutes)} min`],
]

function drawAnswers(g, beat) {
  g.save()
  g.translate(110, -64)
  drawTriangle(g, {})
  labelTriangle(g, {})
  g.restore()
  answers.forEach(([name, value], row) => {
    fade(g, beat.in(row), () => {
      const x = 110 + (row % 2) * 400
      const y = 372 + Math.floor(row / 2) * 60
      text(g, [x, y], name, { size: 22, colour: palette.soft })
      text(g, [x + 190, y], value, { size: 26, weight: 700, colour: row === 3 ? blue : palette.ink })
    })
  })
}

/** The wind against the track, with the angle that its sine is wanted of. */
function drawWindAngle(g, share) {
  const at = [650, 300]
  vector(g, at, bearingPoint(at, track, 230), { marks: 2, colour: blue, share })
  vector(g, bearingPoint(at, wind.from, 130), at, { marks: 3, colour: palette.ink, share })
  const onward = bearingPoint(at, wind.from + 180, 120)
  line(g, [at, onward], { colour: palette.faint, dash: [6, 6], share })
  const arc = []
  for (let bearing = track; bearing <= wind.from - 180; bearing += 1) arc.push(bearingPoint(at, bearing, 70))
  line(g, arc, { width: 2, share })
  fade(g, share, () => {
    dot(g, at, 6)
    label(g, [712, 366], `${round(windToTrack)}°`)
    label(g, [838, 258], 'TRK', blue)
    label(g, [540, 232], 'W/V')
  })
}

function drawCheck(g, beat) {
  drawWindAngle(g, beat.in(1, 1.4))
  textLines(g, [120, 140], ['Greatest drift'], { size: 22, colour: palette.soft })
  text(g, [120, 184], `${wind.speed} kt ÷ ${airspeed} kt × 60 = ${round(maxDrift)}°`, {
    size: 32,
    weight: 700,
  })
  fade(g, beat.in(1), () => {
    text(g, [120, 250], 'Wind on the track at', { size: 22, colour: palette.soft })
    text(g, [120, 294], `${round(windToTrack)}°, from behind`, { size: 32, weight: 700 })
  })
  fade(g, beat.in(2), () => {
    text(g, [120, 360], 'Its sine, times the greatest drift', { size: 22, colour: palette.soft })
    text(
      g,
      [120, 404],
      `${Math.sin(radians(windToTrack)).toFixed(1)} × ${round(maxDrift)}° ≈ ${round(Math.sin(radians(windToTrack)) * maxDrift)}°`,
      { size: 32, weight: 700, colour: blue },
    )
  })
}

const corrections = [
  ['Heading, true', three(heading)],
  ['Variation, west is best', `+ ${variationWest}`],
  ['Heading, magnetic', three(round(heading) + variationWest)],
]

function drawMagnetic(g, beat) {
  corrections.forEach(([name, value], row) => {
    fade(g, beat.in(row === 0 ? 0 : 1, 0.8, row === 2 ? 2.2 : 0), () => {
      const y = 190 + row * 80
      if (row === 2) level(g, y - 50, [190, 770], { width: 2 })
      text(g, [190, y], name, { size: 28 })
      text(g, [770, y], `${value}°`, {
        size: 34,
        weight: 700,
        align: 'right',
        colour: row === 2 ? blue : palette.ink,
      })
    })
  })
  fade(g, beat.in(2), () => {
    box(g, [190, 402], [580, 40], { colour: palette.faint })
    text(g, [480, 429], 'Then the compass deviation card', {
      size: 21,
      align: 'center',
      colour: palette.soft,
    })
  })
}

export const film = {
  slug: 'navigation',
  code: 'NAV',
  title: 'The triangle of velocities',
  poster: 3,
  snippet: { title: 'Check a heading in your head', scenes: [5] },
  scenes: [
    titleCard({ chapter: 'What the wind does', subject: 'Navigation', title: 'The triangle of velocities' }),
    {
      chapter: 'What the wind does',
      lines: sentences(
        'An aeroplane flies in the air, and the air moves over the ground.',
        'Point the nose at the place you want, and the wind carries you somewhere else.',
        'The angle between where you point and where you go is drift.',
      ),
      draw: drawDrift,
    },
    {
      chapter: 'Draw the triangle',
      lines: sentences(
        `You know three things. The track to make good: ${three(track)}° true.`,
        `Your true airspeed: ${airspeed} knots.`,
        `And the forecast wind: from ${three(wind.from)}° true, at ${wind.speed} knots.`,
      ),
      draw: drawKnown,
    },
    {
      chapter: 'Draw the triangle',
      lines: sentences(
        'With true north up, rule the track, of no fixed length yet.',
        `From the start, draw where one hour of wind would carry you: ${wind.speed} units, away from ${three(wind.from)}°.`,
        `From the end of the wind, swing ${airspeed} units of airspeed until they cut the track. That line is the heading.`,
        'And what the track measures now is the speed over the ground.',
      ),
      draw: drawConstruction,
    },
    {
      chapter: 'Read the answer',
      lines: sentences(
        `The nose points ${round(Math.abs(correction))} degrees left of the track, into the wind.`,
        `So the heading is ${three(heading)}° true.`,
        `The ground speed is ${round(groundSpeed)} knots: the wind helps a little.`,
        `At that speed ${leg} nautical miles take ${round(minutes)} minutes.`,
      ),
      draw: drawAnswers,
    },
    {
      chapter: 'Check it in your head',
      lines: sentences(
        `Check it. Wind speed over airspeed, times 60, is the greatest drift: ${round(maxDrift)} degrees.`,
        `This wind blows at ${round(windToTrack)} degrees to the track.`,
        `The sine of that is about nine tenths, and nine tenths of ${round(maxDrift)} is ${round(Math.sin(radians(windToTrack)) * maxDrift)}. Close enough.`,
      ),
      draw: drawCheck,
    },
    {
      chapter: 'From true to magnetic',
      lines: sentences(
        'Last step: from true to magnetic.',
        `Say the variation is ${variationWest} degrees west. West is best: add it. Steer ${three(round(heading) + variationWest)}° magnetic.`,
        'Then allow for deviation, from the card by the compass.',
      ),
      draw: drawMagnetic,
    },
    summaryCard({
      chapter: 'From true to magnetic',
      captions: ['Heading one arrow, track two, wind three. Draw it first, then calculate.'],
      points: [
        'Heading: one arrow',
        'Track: two arrows',
        'Wind: three arrows, from where it blows',
        'Draw it first, then calculate',
      ],
    }),
  ],
}
