import { heading, type Point, polar } from './geometry.ts'

/** One SVG element. Attributes are named as in SVG; colour is never among them. */
export type Mark = { tag: string; attributes: Record<string, string | number>; text?: string }

/** Writes coordinates at a fixed precision, relative, each from where the rounded pen really is. */
function pen(decimals: number) {
  const factor = 10 ** decimals
  const round = (value: number) => Math.round(value * factor) / factor
  let x = 0
  let y = 0
  let out = ''
  const put = (value: number, first: boolean) => {
    const text = String(round(value) + 0).replace(/^(-?)0\./, '$1.')
    out += first || text.startsWith('-') ? text : ` ${text}`
  }
  return {
    move([px, py]: Point, command: string) {
      x = round(px)
      y = round(py)
      out += 'M'
      put(x, true)
      put(y, false)
      out += command
    },
    to(points: readonly Point[], first: boolean) {
      points.forEach(([px, py], index) => {
        put(px - x, first && index === 0)
        put(py - y, false)
      })
      const end = points.at(-1)
      if (!end) return
      x = round(x + round(end[0] - x))
      y = round(y + round(end[1] - y))
    },
    text: () => out,
  }
}

export function straight(points: readonly Point[], { closed = false, decimals = 1 } = {}) {
  const [start, ...rest] = points
  if (!start) return ''
  const draw = pen(decimals)
  draw.move(start, 'l')
  rest.forEach((point, index) => {
    draw.to([point], index === 0)
  })
  return closed ? `${draw.text()}z` : draw.text()
}

const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/** A smooth line: quadratics through the midpoints, the points themselves as handles. */
export function smooth(points: readonly Point[], { closed = false, decimals = 1 } = {}) {
  const [first, second] = points
  const last = points.at(-1)
  // Too few to bend: a streamline far from the wing is as good as straight.
  if (points.length < 4 && !closed) return straight(points, { decimals })
  if (points.length < 4 || !first || !second || !last) return ''
  const draw = pen(decimals)
  if (closed) {
    draw.move(between(first, second), 'q')
    for (let index = 1; index <= points.length; index++) {
      const handle = points[index % points.length] ?? first
      const next = points[(index + 1) % points.length] ?? first
      draw.to([handle, between(handle, next)], index === 1)
    }
    return `${draw.text()}z`
  }
  draw.move(first, 'q')
  for (let index = 1; index < points.length - 1; index++) {
    const handle = points[index] ?? first
    const next = points[index + 1] ?? last
    draw.to([handle, index === points.length - 2 ? last : between(handle, next)], index === 1)
  }
  return draw.text()
}

export function path(className: string, d: string, width?: number): Mark {
  return { tag: 'path', attributes: { class: className, d, ...(width && { 'stroke-width': width }) } }
}

export function circle(className: string, [cx, cy]: Point, r: number, width?: number): Mark {
  const attributes = { class: className, cx: tidy(cx), cy: tidy(cy), r }
  return { tag: 'circle', attributes: { ...attributes, ...(width && { 'stroke-width': width }) } }
}

export function box(className: string, [x, y]: Point, [width, height]: Point): Mark {
  return { tag: 'rect', attributes: { class: className, x, y, width, height } }
}

export function label(className: string, [x, y]: Point, text: string, anchor?: 'middle' | 'end'): Mark {
  const attributes = { class: className, x: tidy(x), y: tidy(y), ...(anchor && { 'text-anchor': anchor }) }
  return { tag: 'text', attributes, text }
}

/**
 * Ticks inside a circle, one of them at the top, as one dashed circle whose path counts as many units as there are
 * ticks. A circle's path begins at three o'clock.
 */
export function ticks(
  centre: Point,
  radius: number,
  options: { count: number; length: number; width: number },
): Mark {
  const { count, length, width } = options
  const middle = radius - length / 2
  const share = width / ((2 * Math.PI * middle) / count)
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    tag: 'circle',
    attributes: {
      class: 'ink-line butt-ends',
      cx: centre[0],
      cy: centre[1],
      r: middle,
      pathLength: count,
      'stroke-width': length,
      'stroke-dasharray': `${round(share)} ${round(1 - share)}`,
      'stroke-dashoffset': round(share / 2 + ((count / 4) % 1)),
    },
  }
}

/** The two strokes of an arrowhead. */
export function arrowhead([x, y]: Point, angle: number, size: number) {
  const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
  return straight([
    [x - cos - sin * 0.45, y - sin + cos * 0.45],
    [x, y],
    [x - cos + sin * 0.45, y - sin - cos * 0.45],
  ])
}

/** A leg with as many arrowheads as its kind has: one for heading, two for track, three for wind. */
export function leg(className: string, from: Point, to: Point, heads: number): Mark {
  const angle = heading(from, to)
  const middle: Point = [from[0] + (to[0] - from[0]) * 0.54, from[1] + (to[1] - from[1]) * 0.54]
  const marks = Array.from({ length: heads }, (_, index) => {
    const along = (index - (heads - 1) / 2) * 7
    return arrowhead([middle[0] + along * Math.cos(angle), middle[1] + along * Math.sin(angle)], angle, 7)
  })
  return path(className, straight([from, to]) + marks.join(''), 2)
}

/** An aerodrome as a chart draws it: ring, four ticks, the runway on its bearing. */
export function aerodrome(centre: Point, radius: number, runway: number): Mark[] {
  const spokes = [0, 90, 180, 270]
    .map((bearing) => straight([polar(centre, radius, bearing), polar(centre, radius * 1.55, bearing)]))
    .join('')
  const strip = straight([polar(centre, radius * 0.62, runway), polar(centre, radius * 0.62, runway + 180)])
  return [circle('ink-line', centre, radius), path('ink-line', spokes), path('ink-line', strip, 2.6)]
}

function tidy(value: number) {
  return Math.round(value * 10) / 10
}
