declare module 'd3-contour' {
  type Contour = { value: number; coordinates: [number, number][][][] }
  type Contours = {
    (values: Float64Array): Contour[]
    size(size: [number, number]): Contours
    thresholds(levels: readonly number[]): Contours
  }
  export function contours(): Contours
}
