import { course, dart, fly } from '../draw/course.mjs'
import { bearingPoint, clamp, ease } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { area, circle, dot, fade, level, line, text } from '../draw/pen.mjs'
import { summaryCard, titleCard } from '../draw/title-card.mjs'
import { sentences } from '../draw/words.mjs'

// SERA.3210: right of way. The angle behind which an approach counts as overtaking is in (c)(3).
const overtakingAngle = 70

const meeting = [500, 230]
const givesWay = { bearing: 60, start: bearingPoint(meeting, 240, 300) }
const hasRight = { bearing: 315, start: bearingPoint(meeting, 135, 300) }
const straightOn = course(givesWay.start, givesWay.bearing, [{ ahead: 520 }])
const passBehind = course(givesWay.start, givesWay.bearing, [
  { ahead: 110 },
  { to: 118, radius: 70 },
  { ahead: 130 },
  { to: 60, radius: 70 },
  { ahead: 170 },
])
const keepsOn = course(hasRight.start, hasRight.bearing, [{ ahead: 560 }])

function drawConverging(g, beat, { colour }) {
  const turned = beat.in(2, 0.1)
  // Until the rule is told, both fly towards the meeting point, and stop short of it.
  const closing = 0.2 * clamp(beat.time / beat.duration + 0.4)
  const after = beat.through(2)
  line(g, straightOn.slice(0, 2), { colour: palette.faint, dash: [7, 7], share: 300 / 520 })
  line(g, keepsOn.slice(0, 2), { colour: palette.faint, dash: [7, 7], share: 300 / 560 })
  fade(g, 1 - turned, () => circle(g, meeting, 16, { colour: palette.bad, dash: [4, 4] }))
  fly(g, passBehind, Math.max(closing * 0.9, closing * 0.9 + after * 0.82), { colour })
  fly(g, keepsOn, Math.max(closing, closing + after * 0.72), { colour: palette.ink })
  fade(g, beat.in(1), () => {
    text(g, [170, 440], 'Other on the right:', { size: 22, colour: palette.soft })
    text(g, [170, 470], 'gives way', { size: 26, weight: 700, colour })
    text(g, [740, 400], 'Keeps heading', { size: 22, weight: 600 })
    text(g, [740, 430], 'and speed', { size: 22, weight: 600 })
  })
}

const giveWayTo = ['Airships', 'Gliders', 'Balloons', 'Aircraft towing']

function drawExceptions(g, beat, { colour }) {
  text(g, [120, 150], 'A powered aeroplane gives way to', { size: 26, colour: palette.soft })
  giveWayTo.forEach((name, row) => {
    fade(g, beat.in(0, 0.6, 1 + row * 0.9), () => {
      line(
        g,
        [
          [120, 184 + row * 58],
          [120, 218 + row * 58],
        ],
        { colour, width: 4 },
      )
      text(g, [142, 211 + row * 58], name, { size: 30, weight: 600 })
    })
  })
}

const headOnLeft = course([130, 262], 90, [
  { ahead: 180 },
  { to: 125, radius: 90 },
  { ahead: 70 },
  { to: 90, radius: 90 },
  { ahead: 330 },
])
const headOnRight = course([830, 262], 270, [
  { ahead: 180 },
  { to: 305, radius: 90 },
  { ahead: 70 },
  { to: 270, radius: 90 },
  { ahead: 330 },
])

function drawHeadOn(g, beat, { colour }) {
  level(g, 262, [130, 830], { colour: palette.faint, dash: [7, 7] })
  const share = ease(beat.time / (beat.duration - 0.5)) * 0.98
  fly(g, headOnLeft, share, { colour })
  fly(g, headOnRight, share, { colour: palette.ink })
  fade(g, beat.in(0, 0.7, 1.6), () => {
    text(g, [300, 400], 'Right', { size: 24, weight: 700, colour, align: 'center' })
    text(g, [660, 150], 'Right', { size: 24, weight: 700, align: 'center' })
  })
}

const ahead = [440, 268]
const overtake = course([250, 268], 90, [
  { ahead: 40 },
  { to: 118, radius: 80 },
  { ahead: 90 },
  { to: 90, radius: 80 },
  { ahead: 420 },
])

function drawOvertaking(g, beat, { colour }) {
  const passing = beat.through(2)
  const slow = [ahead[0] + passing * 150, ahead[1]]
  const tail = bearingPoint(slow, 270, 14)
  fade(g, beat.in(0, 0.8, 1.2), () => {
    const edge = (angle, length) => bearingPoint(tail, 270 + angle, length)
    const fan = [tail]
    for (let angle = -overtakingAngle; angle <= overtakingAngle; angle += 2) fan.push(edge(angle, 170))
    area(g, fan, { colour, alpha: 0.14 })
    line(g, [edge(-overtakingAngle, 170), tail, edge(overtakingAngle, 170)], { colour, width: 1.5 })
    line(g, [tail, edge(0, 170)], { colour: palette.faint, dash: [6, 6] })
    text(g, [tail[0] - 74, tail[1] - 52], `${overtakingAngle}°`, {
      size: 22,
      weight: 700,
      align: 'center',
      halo: true,
    })
  })
  dart(g, slow, 90, { size: 20 })
  fly(g, overtake, 0.02 + passing * 0.95, { colour })
  fade(g, beat.in(1), () =>
    text(g, [slow[0] + 40, slow[1] - 10], 'right of way', { size: 22, weight: 600, halo: true }),
  )
  fade(g, beat.in(2), () =>
    text(g, [740, 400], 'Alter to the right, keep clear', { size: 24, weight: 700, colour, align: 'center' }),
  )
}

const runway = [
  [690, 400],
  [880, 400],
]

function drawLanding(g, beat, { colour }) {
  level(g, 400, [70, 900], { colour: palette.faint, width: 2 })
  line(g, runway, { width: 8 })
  line(
    g,
    [
      [150, 250],
      [690, 398],
    ],
    { colour: palette.faint, dash: [7, 7] },
  )
  const gone = 0.78 * ease(beat.time / beat.duration)
  const low = [230 + 330 * gone, 272 + 90 * gone]
  const high = [120 + 300 * gone, 150 + 62 * gone]
  dart(g, low, 105, { colour, size: 20 })
  text(g, [low[0] - 10, low[1] + 46], 'lower: first', {
    size: 22,
    weight: 700,
    colour,
    align: 'center',
    halo: true,
  })
  fade(g, beat.in(1), () => {
    dart(g, high, 102, { size: 20 })
    text(g, [high[0] + 10, high[1] - 28], 'higher: gives way', {
      size: 22,
      weight: 600,
      align: 'center',
      halo: true,
    })
  })
  fade(g, beat.in(0), () => {
    dart(g, [660, 436], 0, { size: 16 })
    text(g, [690, 450], 'waits', { size: 20, colour: palette.soft })
  })
}

/** Two aircraft, several moments: the line from one to the other keeps its angle and gets shorter. */
function drawConstantBearing(g, beat, { colour }) {
  const clash = [560, 150]
  const mine = (share) => bearingPoint(clash, 235, 400 * (1 - share))
  const theirs = (share) => bearingPoint(clash, 140, 330 * (1 - share))
  const now = 0.08 + 0.8 * ease(beat.time / (beat.duration * 0.8))
  for (const moment of [0.08, 0.24, 0.4, 0.56, 0.72]) {
    if (moment > now) continue
    line(g, [mine(moment), theirs(moment)], { colour: palette.faint, dash: [6, 6] })
    dot(g, mine(moment), 3, colour)
    dot(g, theirs(moment), 3)
  }
  line(g, [mine(now), theirs(now)], { colour: palette.caution, width: 2.5 })
  dart(g, mine(now), 55, { colour, size: 20 })
  dart(g, theirs(now), 320, { size: 20 })
  fade(g, beat.in(0, 0.7, 1.5), () => {
    text(g, [60, 150], 'Same bearing,', { size: 26, weight: 600, colour: palette.caution })
    text(g, [60, 184], 'shorter range', { size: 26, weight: 600, colour: palette.caution })
  })
}

export const film = {
  slug: 'air-law',
  code: 'ALW',
  title: 'Who gives way',
  poster: 1,
  renditions: [360],
  snippet: { title: 'Overtaking in the air', scenes: [4] },
  scenes: [
    titleCard({ chapter: 'Converging', subject: 'Air Law', title: 'Who gives way' }),
    {
      chapter: 'Converging',
      lines: sentences(
        'Two aircraft converge at about the same level.',
        'The one with the other on its right gives way.',
        'Here it turns right and passes behind. The other keeps its heading and speed.',
      ),
      draw: drawConverging,
    },
    {
      chapter: 'Converging',
      lines: sentences(
        'Some always come first: a powered aeroplane gives way to airships, gliders and balloons, and to aircraft that are towing.',
      ),
      draw: drawExceptions,
    },
    {
      chapter: 'Head on',
      lines: sentences(
        'Head on, or nearly so, nobody has the right of way: each alters heading to the right.',
      ),
      draw: drawHeadOn,
    },
    {
      chapter: 'Overtaking',
      lines: sentences(
        `You are overtaking when you come from behind, less than ${overtakingAngle} degrees off the other’s tail.`,
        'The aircraft being overtaken has the right of way.',
        'Climbing, descending or level, you alter heading to the right, and keep clear until well past.',
      ),
      draw: drawOvertaking,
    },
    {
      chapter: 'Landing',
      lines: sentences(
        'In the air or on the ground, give way to an aircraft that is landing or on final approach.',
        'Of two aeroplanes approaching to land, the higher gives way to the lower.',
        'But the lower must not use that to cut in front of another, or to overtake it.',
      ),
      draw: drawLanding,
    },
    {
      chapter: 'Keep looking',
      lines: sentences(
        'The aircraft that stays in one place on your windscreen is the one to worry about: same bearing, shorter range.',
        'Right of way never excuses anybody from avoiding a collision.',
      ),
      draw: drawConstantBearing,
    },
    summaryCard({
      chapter: 'Keep looking',
      captions: [
        'On the right, has the right. Head on, both turn right. Overtaking, keep right. Landing comes first.',
      ],
      points: [
        'On the right: has the right',
        'Head on: both turn right',
        'Overtaking: keep to the right',
        'Landing: comes first',
      ],
    }),
  ],
}
