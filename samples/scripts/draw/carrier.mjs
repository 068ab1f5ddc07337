import * as palette from './palette.mjs'
import { line } from './pen.mjs'

// The wave moves by whole picture points at 20 frames a second, which the encoder stores almost for nothing.
const flow = 240
const wavelength = 10

/**
 * An amplitude-modulated carrier across the sheet: its envelope is the voice of the film itself,
 * the newest sound on the right.
 */
export function carrier(g, beat, { left, right, y, height, colour }) {
  const depth = (x) => 0.22 + 0.78 * beat.loudness((right - x) / flow)
  const wave = []
  const upper = []
  const lower = []
  for (let x = left; x <= right; x += 1) {
    const reach = (height / 2) * depth(x)
    wave.push([x, y + reach * Math.sin((2 * Math.PI * (x + beat.time * flow)) / wavelength)])
    if ((x - left) % 4 !== 0) continue
    upper.push([x, y - reach - 5])
    lower.push([x, y + reach + 5])
  }
  line(g, wave, { colour, width: 1.6 })
  line(g, upper, { colour: palette.faint, width: 1.5 })
  line(g, lower, { colour: palette.faint, width: 1.5 })
}
