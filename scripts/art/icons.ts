// Draws the shop's icons for home screens and shortcuts: the aerodrome of the brand on paper.
// Run: npx tsx scripts/art/icons.ts
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { drawBrandMark } from '#server/pages/draw-brand-mark.ts'

const target = fileURLToPath(new URL('../../src/client/public/', import.meta.url))
const TRACK = '#a8135f'
const PAPER = '#ffffff'
/** The mark is drawn on a square of 30 units. */
const UNITS = 30
/** Of a maskable icon only the inner circle, four fifths across, is sure to be seen. */
const SAFE = 0.62

const ICONS = [
  { name: 'icon-180.png', size: 180, share: 0.82 },
  { name: 'icon-192.png', size: 192, share: 0.82 },
  { name: 'icon-512.png', size: 512, share: 0.82 },
  { name: 'icon-maskable-512.png', size: 512, share: SAFE },
] as const

for (const { name, size, share } of ICONS) {
  const canvas = createCanvas(size, size)
  const g = canvas.getContext('2d')
  g.fillStyle = PAPER
  g.fillRect(0, 0, size, size)
  g.translate((size * (1 - share)) / 2, (size * (1 - share)) / 2)
  g.scale((size * share) / UNITS, (size * share) / UNITS)
  drawBrandMark(g, { colour: TRACK, lines: 2.4, bar: 4.4 })
  await writeFile(target + name, await canvas.encode('png'))
}
