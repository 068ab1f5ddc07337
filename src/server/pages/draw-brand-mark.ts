import type { SKRSContext2D } from '@napi-rs/canvas'

/** The shop's mark, an aerodrome as a chart draws it, 30 units square; widths in its units. */
export function drawBrandMark(
  g: SKRSContext2D,
  { colour, lines, bar }: { colour: string; lines: number; bar: number },
): void {
  Object.assign(g, { strokeStyle: colour, lineWidth: lines })
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
  g.lineWidth = bar
  g.beginPath()
  g.moveTo(10.5, 19.5)
  g.lineTo(19.5, 10.5)
  g.stroke()
}
