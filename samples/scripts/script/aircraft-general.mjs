import { altimeter } from '../draw/altimeter.mjs'
import { feetAtPressure } from '../draw/atmosphere.mjs'
import { mix } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { area, arrow, box, circle, dot, fade, level, line, text } from '../draw/pen.mjs'
import { summaryCard, titleCard } from '../draw/title-card.mjs'
import { sentences } from '../draw/words.mjs'

const feetPerHectopascal = Math.round(feetAtPressure(1013.25 - 1) - feetAtPressure(1013.25))
const qnh = 998
const standard = 1013
const elevation = 324
const qfe = qnh - elevation / feetPerHectopascal
const apart = standard - qnh
const error = apart * feetPerHectopascal
const reading = 2000

const count = (feet) => feet.toLocaleString('en-GB')

/** A sealed capsule in a case: outside pressure falls with the climb, and the capsule swells. */
function drawCapsule(g, beat, { colour }) {
  const climb = beat.in(2, 4)
  box(g, [110, 120], [380, 310], { width: 2.5 })
  text(g, [300, 108], 'case', { size: 18, colour: palette.soft, align: 'center' })
  level(g, 370, [490, 560], { width: 2.5 })
  level(g, 390, [490, 560], { width: 2.5 })
  fade(g, beat.in(0), () => {
    text(g, [572, 386], 'static vent', { size: 22, weight: 600 })
    arrow(g, [552, 380], [500, 380], { colour: palette.soft, size: 9 })
  })
  const half = mix(20, 62, climb)
  const shape = []
  for (let i = 0; i <= 60; i += 1)
    shape.push([
      150 + i * 5,
      300 - half * (0.35 + 0.65 * Math.sin((i / 60) * Math.PI)) - 4 * Math.sin(i * 0.9),
    ])
  for (let i = 60; i >= 0; i -= 1)
    shape.push([
      150 + i * 5,
      300 + half * (0.35 + 0.65 * Math.sin((i / 60) * Math.PI)) + 4 * Math.sin(i * 0.9),
    ])
  fade(g, beat.in(1), () => {
    area(g, shape, { colour, alpha: 0.22 })
    line(g, shape, { colour, width: 2.5, closed: true })
    text(g, [300, 307], 'sealed capsule', { size: 22, weight: 600, align: 'center' })
    line(
      g,
      [
        [300, 300 - half - 4],
        [300, 150],
      ],
      { colour: palette.soft, width: 2.5 },
    )
  })
  altimeter(g, [760, 250], 120, { feet: mix(0, 3000, climb), subscale: standard, colour })
  fade(g, beat.in(1), () =>
    line(
      g,
      [
        [300, 150],
        [640, 150],
        [664, 180],
      ],
      { colour: palette.soft, width: 2.5 },
    ),
  )
}

const levels = [
  { name: `QNH ${qnh}`, words: 'altitude, above sea level', from: 385, x: 330 },
  { name: `QFE ${Math.round(qfe)}`, words: 'height, above the aerodrome', from: 341, x: 560 },
  { name: `${standard}`, words: 'flight level', from: 440, x: 790 },
]

function drawSettings(g, beat, { colour }) {
  level(g, 385, [60, 900], { colour: palette.faint, width: 2 })
  text(g, [60, 377], 'sea level', { size: 18, colour: palette.soft })
  area(
    g,
    [
      [440, 385],
      [470, 341],
      [690, 341],
      [730, 385],
    ],
    { colour: palette.ink, alpha: 0.14 },
  )
  line(
    g,
    [
      [440, 385],
      [470, 341],
      [690, 341],
      [730, 385],
    ],
    { width: 2 },
  )
  level(g, 140, [60, 900], { colour: palette.faint, dash: [4, 6] })
  dot(g, [140, 140], 9, colour)
  text(g, [160, 128], 'you', { size: 20, weight: 600 })
  fade(g, beat.in(2), () => {
    level(g, 440, [60, 900], { colour: palette.faint, dash: [8, 6] })
    text(g, [60, 462], `where the pressure is ${standard}`, { size: 18, colour: palette.soft })
  })
  levels.forEach(({ name, words, from, x }, index) => {
    fade(g, beat.in(index, 0.7), () => {
      arrow(g, [x, from], [x, 144], { colour, width: 3.5, size: 14, share: beat.in(index, 1.3) })
      text(g, [x + 12, 206], name, { size: 26, weight: 700, halo: true })
      text(g, [x + 12, 234], words.split(', ')[0], { size: 20, halo: true })
      text(g, [x + 12, 258], words.split(', ')[1] ?? '', { size: 17, colour: palette.soft, halo: true })
    })
  })
}

function drawWrongSetting(g, beat, { colour }) {
  const turned = beat.in(1, 3.2)
  const subscale = mix(qnh, standard, turned)
  const feet = reading + (subscale - qnh) * feetPerHectopascal
  altimeter(g, [280, 270], 168, { feet, subscale, colour })
  fade(g, beat.in(0), () => {
    text(g, [520, 170], 'True altitude', { size: 22, colour: palette.soft })
    text(g, [520, 212], `${count(reading)} ft`, { size: 36, weight: 700 })
  })
  fade(g, beat.in(1), () => {
    text(g, [520, 270], `${apart} hPa × ${feetPerHectopascal} ft/hPa = ${error} ft`, {
      size: 26,
      weight: 600,
    })
    text(g, [520, 330], 'The needle says', { size: 22, colour: palette.soft })
    text(g, [520, 372], `${count(Math.round(feet))} ft`, { size: 36, weight: 700, colour })
  })
  fade(g, beat.in(2), () =>
    text(g, [520, 430], 'High to low: look out below', { size: 26, weight: 700, colour: palette.caution }),
  )
}

const blocked = [
  ['Altimeter', 'stays where it was'],
  ['Vertical speed', 'stays at zero'],
  ['Airspeed, in a climb', 'reads too little'],
  ['Airspeed, in a descent', 'reads too much'],
]

function drawBlocked(g, beat, { colour }) {
  const cues = [
    [0, 1.6],
    [0, 2.8],
    [1, 0.4],
    [1, 2.4],
  ]
  circle(g, [150, 150], 20, { width: 2.5 })
  level(g, 150, [170, 250], { width: 2.5 })
  fade(g, beat.in(0), () => {
    line(
      g,
      [
        [136, 136],
        [164, 164],
      ],
      { colour: palette.bad, width: 4 },
    )
    line(
      g,
      [
        [164, 136],
        [136, 164],
      ],
      { colour: palette.bad, width: 4 },
    )
    text(g, [270, 157], 'static vent blocked', { size: 24, weight: 600 })
  })
  blocked.forEach(([name, words], row) => {
    fade(g, beat.in(cues[row][0], 0.7, cues[row][1]), () => {
      const y = 236 + row * 56
      text(g, [130, y], name, { size: 26 })
      text(g, [470, y], words, { size: 26, weight: 700, colour: row < 2 ? palette.ink : colour })
      level(g, y + 18, [130, 830], { colour: palette.rule, width: 1.5 })
    })
  })
}

export const film = {
  slug: 'aircraft-general',
  code: 'AGK',
  title: 'What the altimeter tells you',
  poster: 2,
  snippet: { title: 'The subscale set wrong', scenes: [3] },
  scenes: [
    titleCard({
      chapter: 'A capsule and a needle',
      subject: 'Aircraft General',
      title: 'What the altimeter tells you',
    }),
    {
      chapter: 'A capsule and a needle',
      lines: sentences(
        'An altimeter is a barometer with a scale in feet. Its case is open to the static vent.',
        'Inside is a sealed capsule with hardly any air in it.',
        'Climb, and the pressure about it falls; the capsule swells and moves the needles.',
      ),
      draw: drawCapsule,
    },
    {
      chapter: 'Three settings',
      lines: sentences(
        `Set the QNH, ${qnh} today, and it reads altitude: above mean sea level.`,
        `Set the QFE, and it reads height above this aerodrome. At ${elevation} feet that is ${Math.round(qfe)} hectopascals.`,
        `Set ${standard}, the standard, and it reads the flight level, in hundreds of feet.`,
      ),
      draw: drawSettings,
    },
    {
      chapter: 'Set wrong',
      lines: sentences(
        `You are at ${count(reading)} feet, with the QNH of ${qnh} set.`,
        `Leave ${standard} set instead. A hectopascal is about ${feetPerHectopascal} feet, so it reads ${error} feet too much.`,
        'You are lower than it says. High to low, look out below.',
      ),
      draw: drawWrongSetting,
    },
    {
      chapter: 'A blocked vent',
      lines: sentences(
        'If the static vent is blocked, the altimeter stays where it was, and the vertical speed stays at zero.',
        'The airspeed reads too little in a climb, and too much in a descent. Use the alternate static source.',
      ),
      draw: drawBlocked,
    },
    summaryCard({
      chapter: 'A blocked vent',
      captions: ['Ask for the setting, read it back, and set it. Then see that the needles make sense.'],
      points: [
        'QNH: altitude',
        'QFE: height',
        `${standard}: flight level`,
        `${feetPerHectopascal} ft to the hectopascal, low down`,
      ],
    }),
  ],
}
