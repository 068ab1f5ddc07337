import { bearingPoint, ease, mix } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { area, arrow, fade, level, line, text } from '../draw/pen.mjs'
import { titleCard } from '../draw/title-card.mjs'
import { drawDepression, pointsOf } from '../draw/weather-map.mjs'
import { sentences } from '../draw/words.mjs'

const ground = 420

function drawGround(g) {
  level(g, ground, [50, 910], { width: 2.5 })
  text(g, [50, ground + 28], 'heights drawn larger than life', { size: 16, colour: palette.soft })
}

function drawRain(g, beat, [left, right], top, colour) {
  for (let x = left; x < right; x += 16) {
    const fall = (beat.time * 90 + x * 7) % 34
    for (let y = top(x) + fall; y < ground - 10; y += 34) {
      line(
        g,
        [
          [x, y],
          [x - 4, y + 13],
        ],
        { colour, width: 1.6 },
      )
    }
  }
}

const slope = (x) => mix(ground, 118, (x - 210) / 690)
const warmClouds = [
  { name: 'Nimbostratus', x: 320, from: 228, to: 430, depth: [150, 92] },
  { name: 'Altostratus', x: 500, from: 434, to: 596, depth: [91, 48] },
  { name: 'Cirrostratus', x: 660, from: 600, to: 748, depth: [47, 22] },
  { name: 'Cirrus', x: 812, from: 764, to: 880, depth: [16, 10] },
]

function drawWarmFront(g, beat, { colour }) {
  drawGround(g)
  line(
    g,
    [
      [210, slope(210)],
      [900, slope(900)],
    ],
    { colour, width: 3.5, share: beat.in(0, 2) },
  )
  fade(g, beat.in(0, 0.8, 2), () => {
    text(g, [110, 300], 'warm air', { size: 24, weight: 700, colour, align: 'center' })
    arrow(g, [80, 330], [190, 330], { colour, width: 2.5 })
    text(g, [700, 370], 'cold air', { size: 24, weight: 600, align: 'center' })
    text(g, [800, 260], '1 in 150', { size: 20, colour: palette.soft, halo: true })
  })
  // The observer on the ground sees the highest cloud first, so it is drawn first.
  warmClouds.toReversed().forEach(({ name, x, from, to, depth }, order) => {
    fade(g, beat.in(1, 0.8, 0.4 + order * 1), () => {
      const lift = 6
      const shape = [
        [from, slope(from) - lift],
        [to, slope(to) - lift],
        [to, slope(to) - lift - depth[1]],
        [from, slope(from) - lift - depth[0]],
      ]
      area(g, shape, { colour: palette.ink, alpha: 0.26 })
      text(g, [x - 16, slope(x) - lift - depth[0] - 20], name, {
        size: 20,
        weight: 600,
        align: 'center',
        halo: true,
      })
    })
  })
  fade(g, beat.in(2), () => drawRain(g, beat, [240, 470], (x) => slope(x) + 8, palette.soft))
}

function drawWarmSector(g, beat, { colour }) {
  drawGround(g)
  fade(g, beat.in(1), () => {
    area(
      g,
      [
        [70, 330],
        [890, 330],
        [890, 290],
        [70, 290],
      ],
      { colour: palette.ink, alpha: 0.26 },
    )
    text(g, [480, 318], 'low stratus', { size: 22, weight: 600, align: 'center' })
    drawRain(g, beat, [90, 880], () => 340, palette.faint)
  })
  fade(g, beat.in(0), () => {
    text(g, [130, 160], 'Wind', { size: 22, colour: palette.soft })
    // Backed, south-easterly before the front; south-westerly after it: that is a veer.
    const pivot = [290, 158]
    const from = mix(160, 225, beat.in(0, 2))
    arrow(g, bearingPoint(pivot, from, 42), bearingPoint(pivot, from + 180, 42), {
      colour,
      width: 3.5,
      size: 14,
    })
    text(g, [350, 160], 'veers', { size: 26, weight: 700 })
    text(g, [540, 160], 'Pressure', { size: 22, colour: palette.soft })
    text(g, [660, 160], 'steadies', { size: 26, weight: 700 })
  })
}

const coldSlope = [
  [500, ground],
  [494, 360],
  [452, 250],
  [360, 110],
]
const cumulonimbus = [
  [440, 372],
  [428, 330],
  [450, 300],
  [436, 262],
  [456, 220],
  [446, 180],
  [420, 150],
  [370, 128],
  [380, 112],
  [640, 112],
  [650, 126],
  [570, 152],
  [556, 190],
  [572, 232],
  [556, 270],
  [576, 310],
  [560, 346],
  [566, 372],
]

function drawColdFront(g, beat, { colour }) {
  drawGround(g)
  fade(g, beat.in(1, 1.2), () => {
    area(g, cumulonimbus, { colour: palette.ink, alpha: 0.26 })
    line(g, cumulonimbus, { colour: palette.soft, width: 1.5, closed: true })
    text(g, [664, 136], 'Cumulonimbus', { size: 22, weight: 600 })
    drawRain(g, beat, [450, 560], () => 384, palette.ink)
  })
  line(g, pointsOf(coldSlope), { colour, width: 3.5, share: beat.in(0, 1.6) })
  fade(g, beat.in(0, 0.8, 1.4), () => {
    text(g, [230, 300], 'cold air', { size: 24, weight: 600, align: 'center' })
    arrow(g, [180, 330], [290, 330], { width: 2.5 })
    text(g, [760, 350], 'warm air', { size: 24, weight: 700, colour, align: 'center' })
    text(g, [330, 210], '1 in 50', { size: 20, colour: palette.soft, align: 'center' })
  })
}

const passage = { warm: 400, cold: 640 }
const barograph = (x) => {
  if (x < passage.warm) return mix(160, 262, ((x - 150) / (passage.warm - 150)) ** 1.2)
  if (x < passage.cold) return mix(262, 272, (x - passage.warm) / (passage.cold - passage.warm))
  return mix(272, 168, 1 - (1 - (x - passage.cold) / 260) ** 1.8)
}
const thermometer = (x) =>
  400 - 46 * ease((x - passage.warm + 20) / 40) + 66 * ease((x - passage.cold + 16) / 32)

function drawPassage(g, beat, { colour }) {
  const end = mix(160, 895, Math.max(beat.in(0, 5), 0.01))
  const trace = (height) =>
    Array.from({ length: 200 }, (_, i) => 150 + i * 3.75)
      .filter((x) => x <= end)
      .map((x) => [x, height(x)])
  text(g, [50, 200], 'Pressure', { size: 20, weight: 600 })
  text(g, [50, 392], 'Temp.', { size: 20, weight: 600 })
  line(
    g,
    [
      [150, 120],
      [150, 440],
    ],
    { colour: palette.faint },
  )
  level(g, 440, [150, 900], { colour: palette.faint })
  text(g, [900, 466], 'Time', { size: 20, weight: 600, align: 'right' })
  for (const [at, name] of [
    [passage.warm, 'warm front'],
    [passage.cold, 'cold front'],
  ]) {
    line(
      g,
      [
        [at, 110],
        [at, 440],
      ],
      { colour: palette.faint, dash: [6, 6] },
    )
    text(g, [at, 100], name, { size: 20, weight: 600, align: 'center', halo: true })
  }
  line(g, trace(barograph), { colour, width: 3.5 })
  line(g, trace(thermometer), { colour: palette.ink, width: 2.5 })
  ;[
    [275, 160],
    [520, 225],
    [770, 290],
  ].forEach(([x, from], index) => {
    fade(g, beat.in(1, 0.7, index * 0.5), () => {
      arrow(g, bearingPoint([x, 318], from, 26), bearingPoint([x, 318], from + 180, 26), {
        width: 3,
        size: 12,
      })
    })
  })
  fade(g, beat.in(1), () => text(g, [50, 324], 'Wind', { size: 20, weight: 600 }))
}

export const film = {
  slug: 'meteorology',
  code: 'MET',
  title: 'A depression goes by',
  poster: 1,
  snippet: { title: 'The clouds of a warm front', scenes: [2] },
  scenes: [
    titleCard({ chapter: 'The low', subject: 'Meteorology', title: 'A depression goes by' }),
    {
      chapter: 'The low',
      lines: sentences(
        'A depression: lines of equal pressure about a low.',
        'In the northern hemisphere the wind goes round it anticlockwise, and near the ground a little inwards.',
        'Stand with your back to the wind, and the low is on your left.',
        'Between the warm front and the cold front lies the warm sector.',
      ),
      draw: drawDepression,
    },
    {
      chapter: 'The warm front',
      lines: sentences(
        'At the warm front, warm air slides up over cold, on a slope of about 1 in 150.',
        'Cirrus comes first, then cirrostratus, altostratus, and nimbostratus.',
        'The cloud base comes down, the rain sets in, and the pressure falls.',
      ),
      draw: drawWarmFront,
    },
    {
      chapter: 'The warm sector',
      lines: sentences(
        'As it passes, the wind veers, and the pressure stops falling, or falls more slowly.',
        'Low stratus, drizzle and poor visibility: often no place for visual flight.',
      ),
      draw: drawWarmSector,
    },
    {
      chapter: 'The cold front',
      lines: sentences(
        'The cold front is steeper, about 1 in 50. Cold air pushes in under the warm.',
        'Cumulonimbus may grow along it: heavy showers, gusts, and perhaps thunder. Keep well away.',
      ),
      draw: drawColdFront,
    },
    {
      chapter: 'Seen from one place',
      lines: sentences(
        'From one aerodrome it looks like this: the pressure falls, steadies, and then rises sharply.',
        'The wind veers at each front. Behind the second it is colder, and clear between the showers.',
      ),
      draw: drawPassage,
    },
  ],
}
