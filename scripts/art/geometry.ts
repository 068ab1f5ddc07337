export type Point = readonly [number, number]

/** Mulberry32: the same seed gives the same sheet on every machine. */
function random(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LATTICE = 64
const ease = (t: number) => t * t * (3 - 2 * t)
const blend = (a: number, b: number, t: number) => a * (1 - t) + b * t

/** Value noise in [0, 1] on a lattice of 64 by 64, summed over octaves. */
export function terrain(seed: number) {
  const draw = random(seed)
  const lattice = Array.from({ length: LATTICE * LATTICE }, draw)
  const at = (x: number, y: number) => lattice[(y & (LATTICE - 1)) * LATTICE + (x & (LATTICE - 1))] ?? 0
  const single = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [ease(x - column), ease(y - row)]
    return blend(
      blend(at(column, row), at(column + 1, row), u),
      blend(at(column, row + 1), at(column + 1, row + 1), u),
      v,
    )
  }
  return (x: number, y: number, octaves = 3) => {
    let sum = 0
    let weights = 0
    for (let octave = 0; octave < octaves; octave++) {
      const weight = 0.5 ** octave
      sum += single(x * 2 ** octave + octave * 17, y * 2 ** octave + octave * 31) * weight
      weights += weight
    }
    return sum / weights
  }
}

/** A point at a bearing, degrees from north, clockwise. */
export function polar([x, y]: Point, radius: number, bearing: number): Point {
  const angle = (bearing * Math.PI) / 180
  return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)]
}

export function distance([ax, ay]: Point, [bx, by]: Point) {
  return Math.hypot(bx - ax, by - ay)
}

/** The direction from a to b, radians, as SVG turns. */
export function heading([ax, ay]: Point, [bx, by]: Point) {
  return Math.atan2(by - ay, bx - ax)
}

function distanceToLine(point: Point, a: Point, b: Point) {
  const length = distance(a, b)
  if (length < 1e-6) return distance(point, a)
  return Math.abs((b[1] - a[1]) * point[0] - (b[0] - a[0]) * point[1] + b[0] * a[1] - b[1] * a[0]) / length
}

/** Douglas and Peucker: leaves out what lies within `tolerance` of a straight line. */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return [...points]
  let farthest = 0
  let split = -1
  points.forEach((point, index) => {
    const off = distanceToLine(point, first, last)
    if (index > 0 && index < points.length - 1 && off > farthest) {
      farthest = off
      split = index
    }
  })
  if (split < 0 || farthest <= tolerance) return [first, last]
  return [
    ...simplify(points.slice(0, split + 1), tolerance).slice(0, -1),
    ...simplify(points.slice(split), tolerance),
  ]
}

/** A closed ring, simplified in two halves so that it keeps its far side. */
export function simplifyRing(ring: readonly Point[], tolerance: number) {
  const half = ring.length >> 1
  return [
    ...simplify(ring.slice(0, half + 1), tolerance).slice(0, -1),
    ...simplify(ring.slice(half), tolerance),
  ]
}

/** The parts of a ring inside a frame, each from edge to edge; a ring that never leaves it comes back closed. */
export function cutAtFrame(ring: readonly Point[], inFrame: (point: Point) => boolean) {
  const start = ring.findIndex((point) => !inFrame(point))
  if (start < 0) return [{ points: [...ring], closed: true }]
  const parts: Point[][] = [[]]
  for (const point of [...ring.slice(start), ...ring.slice(0, start + 1)]) {
    if (inFrame(point)) parts.at(-1)?.push(point)
    else parts.push([])
  }
  return parts.filter((part) => part.length > 3).map((points) => ({ points, closed: false }))
}

export function area(ring: readonly Point[]) {
  return Math.abs(
    ring.reduce((sum, point, index) => {
      const next = ring[(index + 1) % ring.length] ?? point
      return sum + point[0] * next[1] - next[0] * point[1]
    }, 0) / 2,
  )
}

export function meanX(ring: readonly Point[]) {
  return ring.reduce((sum, point) => sum + point[0], 0) / ring.length
}

/** Where a line through a convex polygon at a given offset along its normal enters and leaves. */
export function chord(polygon: readonly Point[], angle: number, offset: number): [Point, Point] | null {
  const normal: Point = [-Math.sin(angle), Math.cos(angle)]
  const side = (point: Point) => point[0] * normal[0] + point[1] * normal[1] - offset
  const crossings: Point[] = []
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length] ?? a
    const [sa, sb] = [side(a), side(b)]
    if (sa < 0 === sb < 0) return
    const t = sa / (sa - sb)
    crossings.push([blend(a[0], b[0], t), blend(a[1], b[1], t)])
  })
  const [enter, leave] = crossings
  return enter && leave ? [enter, leave] : null
}

/** A convex polygon moved inwards by `by`: each side shifted along its normal, neighbours met again. */
export function inset(polygon: readonly Point[], by: number): Point[] {
  const sides = polygon.map((a, index) => {
    const b = polygon[(index + 1) % polygon.length] ?? a
    const angle = heading(a, b)
    const shift: Point = [-Math.sin(angle) * by, Math.cos(angle) * by]
    return { at: [a[0] + shift[0], a[1] + shift[1]] as Point, angle }
  })
  return sides.map((side, index) => {
    const before = sides.at(index - 1) ?? side
    const cross = Math.sin(side.angle - before.angle)
    const [dx, dy] = [side.at[0] - before.at[0], side.at[1] - before.at[1]]
    const along = (dx * Math.sin(side.angle) - dy * Math.cos(side.angle)) / cross
    return [before.at[0] + along * Math.cos(before.angle), before.at[1] + along * Math.sin(before.angle)]
  })
}

/** A cubic Bézier and its direction at t. */
export function onCubic(curve: readonly [Point, Point, Point, Point], t: number) {
  const at = (time: number): Point => {
    const u = 1 - time
    const weight = [u ** 3, 3 * u * u * time, 3 * u * time * time, time ** 3]
    const along = (axis: 0 | 1) =>
      curve.reduce((sum, point, index) => sum + point[axis] * (weight[index] ?? 0), 0)
    return [along(0), along(1)]
  }
  return { point: at(t), angle: heading(at(t - 0.01), at(t + 0.01)) }
}
