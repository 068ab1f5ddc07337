import { pressureAtFeet } from '../draw/atmosphere.mjs'
import { axes } from '../draw/axes.mjs'
import * as palette from '../draw/palette.mjs'
import { box, circle, dot, fade, level, line, text } from '../draw/pen.mjs'
import { titleCard } from '../draw/title-card.mjs'
import { sentences } from '../draw/words.mjs'

const share = (feet) => Math.round((pressureAtFeet(feet) / pressureAtFeet(0)) * 100)

function drawPressure(g, beat, { colour }) {
  const place = axes(g, [150, 110, 480, 310], {
    x: {
      range: [0, 1050],
      name: 'Pressure, hPa',
      ticks: [250, 500, 750, 1000].map((at) => ({ at, name: String(at) })),
    },
    y: {
      range: [0, 25000],
      name: 'Height, ft',
      ticks: [5000, 10000, 15000, 20000, 25000].map((at) => ({ at, name: at.toLocaleString('en-GB') })),
    },
  })
  const height = Math.max(1, 25000 * beat.in(1, 4))
  const points = Array.from({ length: 101 }, (_, i) =>
    place(pressureAtFeet((25000 * i) / 100), (25000 * i) / 100),
  )
  line(g, points, { colour, width: 3.5, share: height / 25000 })
  ;[
    [10000, 1, 2.4],
    [18000, 2, 0.4],
  ].forEach(([feet, lineIndex, delay]) => {
    fade(g, beat.in(lineIndex, 0.7, delay), () => {
      const at = place(pressureAtFeet(feet), feet)
      line(g, [place(0, feet), at], { colour: palette.soft, dash: [6, 6], width: 1.5 })
      dot(g, at, 8, colour)
      text(g, [at[0] + 18, at[1] - 10], `${share(feet)}% at ${feet.toLocaleString('en-GB')} ft`, {
        size: 22,
        weight: 700,
        halo: true,
      })
    })
  })
  fade(g, beat.in(0), () => {
    text(g, [700, 350], '21%', { size: 44, weight: 700, colour })
    text(g, [700, 384], 'oxygen,', { size: 22 })
    text(g, [700, 412], 'at every height', { size: 22 })
  })
}

const signs = [
  ['Judgement', 'goes first, and you do not notice'],
  ['Mood', 'often cheerful, sure of yourself'],
  ['Night vision', 'worse from about 5,000 ft'],
  ['Skin', 'lips and fingertips turn blue'],
  ['In the end', 'drowsy, then unconscious'],
]

function drawSigns(g, beat, { colour }) {
  const cues = [
    [0, 0.6],
    [1, 0.2],
    [2, 0.2],
    [3, 0.1],
    [3, 2.2],
  ]
  signs.forEach(([name, words], row) => {
    fade(g, beat.in(cues[row][0], 0.7, cues[row][1]), () => {
      const y = 150 + row * 62
      text(g, [120, y], name, { size: 26, weight: 700, colour })
      text(g, [330, y], words, { size: 26 })
      level(g, y + 20, [120, 840], { colour: palette.rule, width: 1.5 })
    })
  })
}

function drawRemedy(g, beat, { colour }) {
  line(
    g,
    [
      [150, 130],
      [150, 420],
    ],
    { colour: palette.faint, width: 2 },
  )
  for (const feet of [0, 5000, 10000, 15000]) {
    const y = 420 - feet * 0.018
    level(g, y, [142, 158], { width: 2 })
    text(g, [132, y + 6], feet.toLocaleString('en-GB'), { size: 17, align: 'right', colour: palette.soft })
  }
  text(g, [132, 124], 'ft', { size: 17, align: 'right', colour: palette.soft })
  const safe = 420 - 10000 * 0.018
  level(g, safe, [150, 400], { colour, dash: [8, 6], share: beat.in(0) })
  const from = 420 - 14000 * 0.018
  const to = 420 - 7000 * 0.018
  const gone = beat.in(0, 3.4, 1.6)
  line(
    g,
    [
      [170, from],
      [210, from],
      [340, to],
      [390, to],
    ],
    { colour, width: 4, share: Math.max(0.1, gone) },
  )
  fade(g, beat.in(0, 0.7, 0.6), () => {
    text(g, [460, 170], 'Hypoxia', { size: 28, weight: 700, colour })
    text(g, [460, 206], 'oxygen, if you carry it', { size: 24 })
    text(g, [460, 240], 'descend below 10,000 ft', { size: 24 })
  })
  fade(g, beat.in(1), () => {
    text(g, [460, 310], 'Breathing too fast', { size: 28, weight: 700 })
    text(g, [460, 346], 'tingling, dizzy, anxious', { size: 24 })
    text(g, [460, 380], 'breathe slowly', { size: 24 })
  })
  fade(g, beat.in(2), () =>
    text(g, [460, 440], 'High up and in doubt: treat as hypoxia', {
      size: 24,
      weight: 700,
      colour: palette.caution,
    }),
  )
}

function drawMolecule(g, [x, y], second, colour) {
  circle(g, [x - 12, y], 15, { colour, width: 2.5, fill: palette.ground })
  circle(g, [x + 12, y], 15, { colour: second, width: 2.5, fill: palette.ground })
}

/** Eight seats in the blood: carbon monoxide takes them one by one and keeps them. */
function drawMonoxide(g, beat, { colour }) {
  const taken = Math.floor(beat.through(0) * 6)
  for (let seat = 0; seat < 8; seat += 1) {
    const at = [130 + seat * 100, 190]
    box(g, [at[0] - 42, at[1] - 32], [84, 64], { colour: palette.faint })
    if (seat < taken) drawMolecule(g, at, palette.caution, palette.ink)
    else drawMolecule(g, at, colour, colour)
  }
  text(g, [88, 140], 'Places for oxygen in the blood', { size: 20, colour: palette.soft })
  text(g, [88, 262], 'oxygen', { size: 20, weight: 600, colour })
  text(g, [180, 262], 'carbon monoxide', { size: 20, weight: 600, colour: palette.caution })
  ;['Cabin heat off', 'Fresh air in', 'Land as soon as you can'].forEach((words, row) => {
    fade(g, beat.in(1, 0.7, row * 1), () => {
      line(
        g,
        [
          [90, 304 + row * 52],
          [90, 336 + row * 52],
        ],
        { colour, width: 4 },
      )
      text(g, [112, 329 + row * 52], words, { size: 28, weight: 600 })
    })
  })
}

const waits = [
  { hours: 12, words: 'after a dive with compressed air', line: 1, delay: 0.2 },
  { hours: 24, words: 'if it went below 10 metres', line: 1, delay: 3.4 },
]

function drawDiving(g, beat, { colour }) {
  fade(g, beat.in(0), () => {
    text(g, [120, 150], 'Nitrogen, breathed under pressure, comes out', { size: 26 })
    text(g, [120, 184], 'of solution as bubbles when the pressure drops.', { size: 26 })
  })
  waits.forEach(({ hours, words, line: index, delay }, row) => {
    fade(g, beat.in(index, 0.7, delay), () => {
      const y = 270 + row * 100
      level(g, y, [120, 120 + hours * 26], { colour, width: 14 })
      text(g, [120, y + 40], `${hours} hours`, { size: 26, weight: 700, colour })
      text(g, [250, y + 40], words, { size: 24 })
    })
  })
}

export const film = {
  slug: 'human-performance',
  code: 'HPL',
  title: 'Short of oxygen',
  poster: 1,
  snippet: { title: 'Carbon monoxide in the cabin', scenes: [4] },
  scenes: [
    titleCard({
      chapter: 'Less pressure, less oxygen',
      subject: 'Human Performance',
      title: 'Short of oxygen',
    }),
    {
      chapter: 'Less pressure, less oxygen',
      lines: sentences(
        'Oxygen is about 21 per cent of the air, at every height you will fly.',
        `But the pressure that drives it into the blood falls as you climb: at 10,000 feet, ${share(10000)} per cent of what it is at sea level.`,
        `At 18,000 feet, ${share(18000)} per cent: half.`,
      ),
      draw: drawPressure,
    },
    {
      chapter: 'What it does to you',
      lines: sentences(
        'Too little oxygen is hypoxia. Judgement goes first, and with it the power to notice.',
        'You may feel cheerful, and quite sure of yourself.',
        'Night vision suffers early, from about 5,000 feet.',
        'Lips and fingertips turn blue. Then come drowsiness, and unconsciousness.',
      ),
      draw: drawSigns,
    },
    {
      chapter: 'What to do',
      lines: sentences(
        'Go on to oxygen if you carry it, and descend below 10,000 feet.',
        'Breathing too fast feels much the same: tingling, dizzy, anxious. For that, breathe slowly.',
        'High up, if you cannot tell which it is, treat it as hypoxia.',
      ),
      draw: drawRemedy,
    },
    {
      chapter: 'Carbon monoxide',
      lines: sentences(
        'Carbon monoxide has no smell. It takes the place of oxygen in the blood, and holds on some 200 times as hard.',
        'If you suspect it: cabin heat off, fresh air in, and land as soon as you can.',
      ),
      draw: drawMonoxide,
    },
    {
      chapter: 'After diving',
      lines: sentences(
        'Under water you take up nitrogen. Climb too soon, and it comes out as bubbles: decompression sickness.',
        'After diving with compressed air wait 12 hours before you fly, and 24 if you went below 10 metres.',
      ),
      draw: drawDiving,
    },
  ],
}
