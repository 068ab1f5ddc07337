import { contours } from 'd3-contour'

const step = 6

/** Lines of equal value of `field(x, y)` over the box `[left, top, width, height]`, as `{ value, rings }`. */
export function contourLines(field, [left, top, width, height], values) {
  const columns = Math.ceil(width / step) + 1
  const rows = Math.ceil(height / step) + 1
  const grid = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      grid[row * columns + column] = field(left + column * step, top + row * step)
    }
  }
  const place = ([x, y]) => [left + (x - 0.5) * step, top + (y - 0.5) * step]
  return contours()
    .size([columns, rows])
    .thresholds(values)(grid)
    .map(({ value, coordinates }) => ({ value, rings: coordinates.flat().map((ring) => ring.map(place)) }))
}

/** Strokes rings inside a box; what runs along the edge of the box is cut off by the clip. */
export function strokeRings(g, rings, [left, top, width, height], { colour, width: stroke }) {
  g.save()
  g.beginPath()
  g.rect(left + step, top + step, width - 2 * step, height - 2 * step)
  g.clip()
  g.strokeStyle = colour
  g.lineWidth = stroke
  g.lineJoin = 'round'
  for (const ring of rings) {
    g.beginPath()
    ring.forEach(([x, y], index) => {
      if (index === 0) g.moveTo(x, y)
      else g.lineTo(x, y)
    })
    g.closePath()
    g.stroke()
  }
  g.restore()
}
