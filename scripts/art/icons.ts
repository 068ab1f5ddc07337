// Draws the shop's icons for home screens and shortcuts: the aerodrome of the brand on paper.
// Run: npx tsx scripts/art/icons.ts
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'

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
  Object.assign(g, { strokeStyle: TRACK, lineWidth: 2.4 })
  g.beginPath()
  g.arc(15, 15, 9, 0, 2 * Math.PI)
  for (const [fromX, fromY, toX, toY] of [
    [15, 1, 15, 6],
    [15, 24, 15, 29],
    [1, 15, 6, 15],
    [24, 15, 29, 15],
  ] as const) {
    g.moveTo(fromX, fromY)
    g.lineTo(toX, toY)
  }
  g.stroke()
  g.lineWidth = 4.4
  g.beginPath()
  g.moveTo(10.5, 19.5)
  g.lineTo(19.5, 10.5)
  g.stroke()
  await writeFile(target + name, await canvas.encode('png'))
}
