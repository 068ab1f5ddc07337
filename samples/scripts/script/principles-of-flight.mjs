import { drawAerofoil } from '../draw/aerofoil.mjs'
import { axes, plot } from '../draw/axes.mjs'
import { mix, radians } from '../draw/motion.mjs'
import * as palette from '../draw/palette.mjs'
import { arrow, dot, fade, line, text } from '../draw/pen.mjs'
import { summaryCard, titleCard } from '../draw/title-card.mjs'
import { sentences } from '../draw/words.mjs'

const bank = 60
const stallLevel = 50
const loadFactor = 1 / Math.cos(radians(bank))
const stallTurning = stallLevel * Math.sqrt(loadFactor)

const tunnel = [40, 80, 880, 370]
const wing = { box: tunnel, scale: 112, origin: [470, 290] }

function drawFlow(g, beat, { colour }) {
  fade(g, beat.in(0), () => drawAerofoil(g, { ...wing, alphaDegrees: 6, colour }))
  const root = [385, 262]
  arrow(g, root, [385, 105], { colour, width: 5, size: 18, share: beat.in(2, 1.2) })
  fade(g, beat.in(2, 0.6, 0.9), () =>
    text(g, [402, 128], 'LIFT', { size: 24, weight: 700, colour, halo: true }),
  )
  fade(g, beat.in(1), () => {
    text(g, [520, 176], 'faster, lower pressure', { size: 22, weight: 600, halo: true })
    text(g, [520, 400], 'slower, higher pressure', { size: 22, weight: 600, halo: true })
  })
}

const terms = [
  { word: 'CL', x: 280, times: 0, note: 'shape and angle' },
  { word: '½ density', x: 450, times: 345, note: 'of the air' },
  { word: 'speed²', x: 640, times: 558, note: 'true airspeed' },
  { word: 'area', x: 790, times: 724, note: 'of the wing' },
]

function drawFormula(g, beat, { colour }) {
  text(g, [130, 190], 'Lift  =', { size: 36, weight: 700 })
  terms.forEach(({ word, x, times, note }, index) => {
    fade(g, beat.in(0, 0.6, 0.8 + index * 0.9), () => {
      text(g, [x, 190], word, {
        size: 36,
        weight: 700,
        align: 'center',
        colour: index === 0 || index === 2 ? colour : palette.ink,
      })
      text(g, [x, 226], note, { size: 19, colour: palette.soft, align: 'center' })
      if (times > 0) text(g, [times, 190], '×', { size: 30, align: 'center' })
    })
  })
  fade(g, beat.in(1), () => text(g, [130, 310], 'In level flight, lift = weight', { size: 28, weight: 600 }))
  fade(g, beat.in(2), () => {
    text(g, [130, 366], 'Half the speed: speed² is a quarter', { size: 28, weight: 600 })
    text(g, [130, 416], 'so CL must be four times as much', { size: 28, weight: 700, colour })
  })
}

/** Lift coefficient of a typical light aeroplane's wing: a straight line, a rounded top at 16°, a fall. */
const stallAngle = 16
function liftCoefficient(alpha) {
  const slope = 0.1
  const straight = 0.3 + slope * alpha
  if (alpha <= 11) return straight
  const top = 0.3 + slope * 11 + (slope * (stallAngle - 11)) / 2
  if (alpha <= stallAngle) return top - (slope / (2 * (stallAngle - 11))) * (stallAngle - alpha) ** 2
  return top - 0.028 * (alpha - stallAngle) ** 2
}

function drawStall(g, beat, { colour }) {
  const place = axes(g, [110, 120, 430, 290], {
    x: {
      range: [0, 22],
      name: 'Angle of attack',
      ticks: [4, 8, 12, 16, 20].map((at) => ({ at, name: `${at}°` })),
    },
    y: {
      range: [0, 2],
      name: 'Lift coefficient',
      ticks: [0.5, 1, 1.5].map((at) => ({ at, name: String(at) })),
    },
  })
  const alpha = mix(0, 11, beat.through(0)) + 5 * beat.through(1) + 3.4 * beat.through(2)
  plot(g, place, [0, 20.5], liftCoefficient, { colour: palette.rule, width: 2 })
  plot(g, place, [0, Math.max(0.1, alpha)], liftCoefficient, { colour })
  dot(g, place(alpha, liftCoefficient(alpha)), 8, colour)
  const [x] = place(stallAngle, 0)
  fade(g, beat.in(1, 0.8, 2), () => {
    line(
      g,
      [
        [x, 120],
        [x, 410],
      ],
      { colour: palette.caution, dash: [6, 6] },
    )
    text(g, [x - 8, 396], 'critical angle', {
      size: 19,
      weight: 600,
      colour: palette.caution,
      align: 'right',
      halo: true,
    })
  })
  drawAerofoil(g, { alphaDegrees: alpha, box: tunnel, scale: 62, origin: [750, 270], colour, flow: false })
  for (let row = 0; row < 5; row += 1) {
    arrow(g, [590, 180 + row * 44], [618, 180 + row * 44], { colour: palette.faint, size: 8 })
  }
  text(g, [750, 400], `${Math.round(alpha)}°`, { size: 30, weight: 700, align: 'center' })
  fade(g, beat.in(2), () =>
    text(g, [750, 150], 'stalled', { size: 26, weight: 700, colour: palette.caution, align: 'center' }),
  )
}

function drawTurn(g, beat, { colour }) {
  const tilt = radians(bank * beat.in(0, 2.2))
  const at = [270, 300]
  const wingTip = (side) => [at[0] + side * 150 * Math.cos(tilt), at[1] + side * 150 * Math.sin(tilt)]
  line(g, [wingTip(-1), wingTip(1)], { width: 7 })
  dot(g, at, 15)
  const weight = 88
  const lift = weight / Math.cos(tilt)
  const top = [at[0] + lift * Math.sin(tilt), at[1] - lift * Math.cos(tilt)]
  arrow(g, at, [at[0], at[1] + weight], { width: 4, size: 14 })
  line(g, [[at[0], at[1] - 16], [at[0], at[1] - weight], top], { colour: palette.faint, dash: [6, 6] })
  arrow(g, at, top, { colour, width: 5, size: 16 })
  text(g, [at[0] - 14, at[1] + weight], 'weight', { size: 20, weight: 600, align: 'right', halo: true })
  text(g, [top[0] + 12, top[1] - 6], 'lift', { size: 22, weight: 700, colour, halo: true })
  fade(g, beat.in(0, 0.8, 2), () => {
    text(g, [560, 170], 'Load factor', { size: 22, colour: palette.soft })
    text(g, [560, 212], `1 ÷ cos ${bank}° = ${loadFactor.toFixed(0)}`, { size: 32, weight: 700 })
  })
  fade(g, beat.in(1), () => {
    text(g, [560, 292], 'Stalling speed', { size: 22, colour: palette.soft })
    text(g, [560, 334], `${stallLevel} × √${loadFactor.toFixed(0)} = ${Math.round(stallTurning)} kt`, {
      size: 32,
      weight: 700,
      colour,
    })
  })
}

export const film = {
  slug: 'principles-of-flight',
  code: 'POF',
  title: 'Lift, and where it ends',
  poster: 1,
  snippet: { title: 'Why a steep turn stalls sooner', scenes: [4] },
  scenes: [
    titleCard({
      chapter: 'What makes lift',
      subject: 'Principles of Flight',
      title: 'Lift, and where it ends',
    }),
    {
      chapter: 'What makes lift',
      lines: sentences(
        'The wing meets the air at a small angle, and turns it downwards.',
        'Over the top the air runs faster, and its pressure is lower than below.',
        'The part of the force that is at right angles to the airflow is lift.',
      ),
      draw: drawFlow,
    },
    {
      chapter: 'The lift formula',
      lines: sentences(
        {
          caption: 'Lift is CL, times half the density, times speed squared, times wing area.',
          say: 'Lift is C L, times half the density, times speed squared, times wing area.',
        },
        'In steady level flight, lift equals weight.',
        'Fly at half the speed, and the coefficient must be four times as much: you raise the angle of attack.',
      ),
      draw: drawFormula,
    },
    {
      chapter: 'The stall',
      lines: sentences(
        'The coefficient grows with the angle of attack, at first in a straight line.',
        `Then the flow begins to leave the upper surface. For this wing the top is at ${stallAngle} degrees, the critical angle.`,
        'Beyond it, lift falls and drag rises. The wing has stalled, whatever the speed or the attitude.',
      ),
      draw: drawStall,
    },
    {
      chapter: 'Stalling in a turn',
      lines: sentences(
        `In a level turn lift must hold the weight and also pull you round. At ${bank} degrees of bank the load factor is ${loadFactor.toFixed(0)}.`,
        `The stalling speed grows with its square root: ${stallLevel} knots becomes ${Math.round(stallTurning)}.`,
      ),
      draw: drawTurn,
    },
    summaryCard({
      chapter: 'Stalling in a turn',
      captions: ['A wing stalls at an angle, not at a speed. To recover, reduce the angle of attack first.'],
      points: [
        'Lift grows with speed squared',
        'A wing stalls at an angle, not a speed',
        'More load, more stalling speed',
        'Reduce the angle of attack first',
      ],
    }),
  ],
}
