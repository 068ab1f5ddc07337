import { carrier } from '../draw/carrier.mjs'
import { mix } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { box, fade, level, line, text } from '../draw/pen.mjs'
import { titleCard } from '../draw/title-card.mjs'
import { sentences } from '../draw/words.mjs'

function drawTwoCalls(g, beat, { colour }) {
  const calls = [
    {
      word: 'MAYDAY',
      times: '× 3',
      name: 'Distress',
      notes: ['grave and imminent danger,', 'help needed at once'],
      line: 0,
      y: 130,
    },
    {
      word: 'PAN PAN',
      times: '× 3',
      name: 'Urgency',
      notes: ['somebody’s safety is in question,', 'help not needed at once'],
      line: 1,
      y: 280,
    },
  ]
  for (const { word, times, name, notes, line: index, y } of calls) {
    fade(g, beat.in(index), () => {
      box(g, [100, y], [330, 110], { colour: index === 0 ? colour : palette.soft, width: 2 })
      text(g, [124, y + 70], word, { size: 46, weight: 700, colour: index === 0 ? colour : palette.ink })
      text(g, [360, y + 68], times, { size: 26, weight: 600 })
      text(g, [470, y + 34], name, { size: 28, weight: 700 })
      text(g, [470, y + 68], notes[0], { size: 23, colour: palette.soft })
      text(g, [470, y + 98], notes[1], { size: 23, colour: palette.soft })
    })
  }
  fade(g, beat.in(2), () =>
    text(g, [100, 440], 'MAYDAY comes before every other call', { size: 24, weight: 600 }),
  )
}

// The order of CAP 413: what a controller can act on first comes first.
const order = [
  ['The signal, three times', 'Mayday, mayday, mayday'],
  ['Station, if time allows', 'Sampleton Approach'],
  ['Callsign and type', 'G-ABCD, PA28'],
  ['What is wrong', 'engine failure'],
  ['What you will do', 'landing in a field'],
  ['Position, level, heading', '5 miles south of Sampleton, 2,500 ft, 270°'],
  ['Qualification', 'student pilot'],
  ['Anything else', 'one on board'],
]

function drawRows(g, { shown, lit, spoken, colour }) {
  order.forEach(([name, words], row) => {
    const y = 112 + row * 41
    const alpha = shown(row)
    fade(g, alpha, () => {
      const bright = lit(row)
      if (bright > 0)
        fade(g, bright, () => box(g, [60, y - 27], [840, 37], { width: 0, fill: palette.panel }))
      text(g, [76, y], `${row + 1}`, { size: 21, weight: 700, colour })
      text(g, [112, y], name, { size: 22, weight: 600 })
      fade(g, spoken(row), () => text(g, [420, y], words, { size: 22, colour: palette.ink }))
      level(g, y + 11, [60, 900], { colour: palette.rule, width: 1 })
    })
  })
}

function drawOrder(g, beat, { colour }) {
  const begin = [
    [0, 1.2],
    [0, 2.6],
    [1, 0],
    [1, 1.6],
    [1, 2.8],
    [2, 0],
    [2, 2.2],
    [2, 3.8],
  ]
  const shown = (row) => beat.in(begin[row][0], 0.6, begin[row][1])
  drawRows(g, { shown, lit: () => 0, spoken: () => 0, colour })
}

function drawCall(g, beat, { colour }) {
  const cue = [0, 1, 1, 2, 2, 3, 4, 4]
  drawRows(g, {
    shown: () => 1,
    lit: (row) => beat.on(cue[row]),
    spoken: (row) => beat.in(cue[row], 0.5),
    colour,
  })
  text(g, [60, 74], 'A training example, not for the air', { size: 18, colour: palette.caution, weight: 600 })
  carrier(g, beat, { left: 60, right: 900, y: 462, height: 60, colour })
}

function drawWhere(g, beat, { colour }) {
  const rows = [
    ['The frequency in use', 'you are heard there already', 0],
    ['121.5 MHz', 'if you have none, or nobody answers', 1],
    ['7700', 'on the transponder, unless told otherwise', 2],
  ]
  rows.forEach(([name, words, index], row) => {
    fade(g, beat.in(index), () => {
      const y = 176 + row * 96
      line(
        g,
        [
          [120, y - 34],
          [120, y + 40],
        ],
        { colour, width: 4 },
      )
      text(g, [146, y], name, { size: 34, weight: 700 })
      text(g, [146, y + 34], words, { size: 22, colour: palette.soft })
    })
  })
}

const readBack = [
  'Levels',
  'Headings and speeds',
  'Altimeter settings',
  'Squawk codes',
  'Runway in use',
  'Clearances',
  'Frequency changes',
  'Type of service',
]

function drawReadBack(g, beat, { colour }) {
  text(g, [100, 136], 'Read back, among others', { size: 24, colour: palette.soft })
  readBack.forEach((name, index) => {
    const column = Math.floor(index / 4)
    fade(g, beat.in(0, 0.6, 0.5 + index * 0.75), () => {
      const at = [100 + column * 410, 190 + (index % 4) * 54]
      line(
        g,
        [
          [at[0], at[1] - 22],
          [at[0], at[1] + 8],
        ],
        { colour, width: 4 },
      )
      text(g, [at[0] + 22, at[1]], name, { size: 27, weight: 600 })
    })
  })
  fade(g, beat.in(1), () =>
    carrier(g, beat, { left: 100, right: 860, y: 440, height: mix(10, 56, beat.in(1)), colour }),
  )
}

export const film = {
  slug: 'communications',
  code: 'COM',
  title: 'Mayday, and the words that follow',
  poster: 3,
  snippet: { title: 'Mayday or Pan Pan', scenes: [1] },
  scenes: [
    titleCard({
      chapter: 'Two signals',
      subject: 'Communications',
      title: 'Mayday, and the words that follow',
    }),
    {
      chapter: 'Two signals',
      lines: sentences(
        'Mayday, three times, is distress: grave and imminent danger, and help needed at once.',
        'Pan pan, three times, is urgency: somebody’s safety is in question, but help is not needed at once.',
        'Mayday comes before every other call.',
      ),
      draw: drawTwoCalls,
    },
    {
      chapter: 'The message',
      lines: sentences(
        'Keep to one order. The signal, three times; then the station, if time allows.',
        'Your callsign and type; what is wrong; and what you are going to do.',
        'Where you are, how high and which way; your qualification; and anything else of use.',
      ),
      draw: drawOrder,
    },
    {
      chapter: 'Spoken',
      lines: sentences(
        'Mayday, mayday, mayday.',
        {
          caption: 'Sampleton Approach, G-ABCD, PA28.',
          say: 'Sampleton Approach, Golf, Alfa, Bravo, Charlie, Delta, P A twenty eight.',
        },
        'Engine failure, landing in a field.',
        {
          caption: 'Five miles south of Sampleton, 2,500 feet, heading 270°.',
          say: 'Five miles south of Sampleton, two thousand five hundred feet, heading two seven zero.',
        },
        'Student pilot, one on board.',
      ),
      draw: drawCall,
    },
    {
      chapter: 'Where to call',
      lines: sentences(
        'Call on the frequency you are using.',
        {
          caption: 'If you have none, or nobody answers, call on 121.5 megahertz.',
          say: 'If you have none, or nobody answers, call on one two one decimal five megahertz.',
        },
        {
          caption: 'Squawk 7700, unless you have been told to keep another code.',
          say: 'Squawk seven seven zero zero, unless you have been told to keep another code.',
        },
      ),
      draw: drawWhere,
    },
    {
      chapter: 'Read it back',
      lines: sentences(
        'In ordinary flight, read back what would hurt if it were heard wrong: levels, headings, altimeter settings, clearances and frequencies.',
        'Short, in the standard words, and with your callsign.',
      ),
      draw: drawReadBack,
    },
  ],
}
