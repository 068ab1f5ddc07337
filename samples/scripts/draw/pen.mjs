import { between, clamp } from './motion.mjs'
import * as palette from './palette.mjs'

/** Draws with an opacity of its own, so that a part of a scene can come and go. */
export function fade(g, alpha, paint) {
  if (alpha <= 0.004) return
  g.save()
  g.globalAlpha *= clamp(alpha)
  paint()
  g.restore()
}

export function text(g, at, words, style = {}) {
  const { size = 20, weight = 400, colour = palette.ink, align = 'left', halo = false } = style
  g.font = `${size}px "Film ${weight}"`
  g.textAlign = align
  g.textBaseline = 'alphabetic'
  if (halo) {
    g.lineWidth = 5
    g.lineJoin = 'round'
    g.strokeStyle = palette.ground
    g.strokeText(words, at[0], at[1])
  }
  g.fillStyle = colour
  g.fillText(words, at[0], at[1])
}

/** Lines of text under one another; returns the y of the line that would come next. */
export function textLines(g, [x, y], lines, { lead = 30, ...style } = {}) {
  lines.forEach((line, index) => {
    text(g, [x, y + index * lead], line, style)
  })
  return y + lines.length * lead
}

function trace(g, points, closed) {
  g.beginPath()
  points.forEach(([x, y], index) => {
    if (index === 0) g.moveTo(x, y)
    else g.lineTo(x, y)
  })
  if (closed) g.closePath()
}

/** The first `share` of a line by length: how a pen draws it. */
export function partOf(points, share) {
  if (share >= 1) return points
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]))
  let left = clamp(share) * lengths.reduce((sum, length) => sum + length, 0)
  const part = [points[0]]
  for (const [i, length] of lengths.entries()) {
    if (left <= length) {
      part.push(between(points[i], points[i + 1], length === 0 ? 0 : left / length))
      return part
    }
    part.push(points[i + 1])
    left -= length
  }
  return part
}

export function line(g, points, style = {}) {
  const { colour = palette.ink, width = 2, dash = [], share = 1, closed = false } = style
  if (share <= 0 || points.length < 2) return
  trace(g, partOf(points, share), closed)
  g.setLineDash(dash)
  g.lineJoin = 'round'
  g.lineCap = dash.length > 0 ? 'butt' : 'round'
  g.lineWidth = width
  g.strokeStyle = colour
  g.stroke()
  g.setLineDash([])
}

/** A line across the sheet at height `y`. */
export function level(g, y, [left, right], style) {
  line(
    g,
    [
      [left, y],
      [right, y],
    ],
    style,
  )
}

export function area(g, points, style = {}) {
  const { colour = palette.ink, alpha = 0.16 } = style
  fade(g, alpha, () => {
    trace(g, points, true)
    g.fillStyle = colour
    g.fill()
  })
}

export function circle(g, [x, y], radius, style = {}) {
  const { colour = palette.ink, width = 2, dash = [], fill = undefined, share = 1 } = style
  g.beginPath()
  // A sweep of exactly one turn from anywhere but zero draws nothing on this canvas.
  if (share >= 1) g.arc(x, y, radius, 0, Math.PI * 2)
  else g.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * clamp(share))
  if (fill) {
    g.fillStyle = fill
    g.fill()
  }
  if (width <= 0) return
  g.setLineDash(dash)
  g.lineWidth = width
  g.strokeStyle = colour
  g.stroke()
  g.setLineDash([])
}

export function dot(g, at, radius = 4, colour = palette.ink) {
  circle(g, at, radius, { fill: colour, width: 0 })
}

export function box(g, [x, y], [width, height], style = {}) {
  const { colour = palette.ink, width: stroke = 1.5, fill = undefined, dash = [] } = style
  if (fill) {
    g.fillStyle = fill
    g.fillRect(x, y, width, height)
  }
  if (stroke <= 0) return
  g.setLineDash(dash)
  g.lineWidth = stroke
  g.strokeStyle = colour
  g.strokeRect(x, y, width, height)
  g.setLineDash([])
}

/** An open arrowhead whose tip is at `[x, y]`, pointing along `angle` (radians, canvas sense). */
export function head(g, [x, y], angle, style = {}) {
  const { size = 11, colour = palette.ink, width = 2.5 } = style
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  line(
    g,
    [
      [x - c * size - s * size * 0.5, y - s * size + c * size * 0.5],
      [x, y],
      [x - c * size + s * size * 0.5, y - s * size - c * size * 0.5],
    ],
    { colour, width },
  )
}

/** A line with an arrowhead at the end of the part already drawn. */
export function arrow(g, from, to, style = {}) {
  const { share = 1, size = 11 } = style
  if (share <= 0.01) return
  const tip = between(from, to, clamp(share))
  line(g, [from, tip], { ...style, share: 1 })
  head(g, tip, Math.atan2(to[1] - from[1], to[0] - from[0]), { ...style, size, width: style.width ?? 2.5 })
}
