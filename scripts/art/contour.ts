import { contours } from 'd3-contour'
import { type Point, simplifyRing } from './geometry.ts'

export type ContourOptions = {
  width: number
  height: number
  /** Side of a cell of the grid the field is sampled on. */
  step: number
  levels: readonly number[]
  /** Points nearer than this to the line between their neighbours are left out. */
  tolerance: number
  /** How far the grid reaches beyond the frame, so that rings close out of sight. */
  margin?: number
  /** The same above and below, where a taller box shows more of the field. */
  marginY?: number
}

/** The lines of equal value of a field, as rings, one set a level. */
export function contourRings(field: (x: number, y: number) => number, options: ContourOptions) {
  const { width, height, step, levels, tolerance, margin = 0, marginY = margin } = options
  const columns = Math.ceil((width + 2 * margin) / step) + 2
  const rows = Math.ceil((height + 2 * marginY) / step) + 2
  const values = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      values[row * columns + column] = field((column - 0.5) * step - margin, (row - 0.5) * step - marginY)
    }
  }
  return contours()
    .size([columns, rows])
    .thresholds(levels)(values)
    .map((contour) => ({
      level: contour.value,
      rings: contour.coordinates
        .flat()
        .map((ring) =>
          ring.slice(0, -1).map(([x, y]): Point => [(x - 1) * step - margin, (y - 1) * step - marginY]),
        )
        .map((ring) => (tolerance > 0 ? simplifyRing(ring, tolerance) : ring))
        .filter((ring) => ring.length > 5),
    }))
}
