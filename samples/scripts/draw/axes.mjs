import * as palette from './palette.mjs'
import { fade, level, line, text } from './pen.mjs'

/**
 * A pair of axes in the box `[left, top, width, height]`; `x` and `y` are `{ range, ticks, name }`.
 * Returns the function that places a value pair on the sheet.
 */
export function axes(g, [left, top, width, height], { x, y }) {
  const bottom = top + height
  const share = ([low, high], value) => (value - low) / (high - low)
  const place = (a, b) => [left + width * share(x.range, a), bottom - height * share(y.range, b)]
  for (const { at, name } of x.ticks) {
    const [px] = place(at, y.range[0])
    line(
      g,
      [
        [px, top],
        [px, bottom],
      ],
      { colour: palette.rule, width: 1 },
    )
    text(g, [px, bottom + 24], name, { size: 17, colour: palette.soft, align: 'center' })
  }
  for (const { at, name } of y.ticks) {
    const [, py] = place(x.range[0], at)
    level(g, py, [left, left + width], { colour: palette.rule, width: 1 })
    text(g, [left - 12, py + 6], name, { size: 17, colour: palette.soft, align: 'right' })
  }
  line(
    g,
    [
      [left, top],
      [left, bottom],
      [left + width, bottom],
    ],
    { width: 2 },
  )
  text(g, [left, top - 14], y.name, { size: 19, weight: 600 })
  text(g, [left + width, bottom + 50], x.name, { size: 19, weight: 600, align: 'right' })
  return place
}

/** A curve of `value(x)` over a range, as far as `share` of it. */
export function plot(g, place, [from, to], value, { share = 1, ...style }) {
  const steps = 120
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / steps
    return place(x, value(x))
  })
  fade(g, share > 0 ? 1 : 0, () => line(g, points, { width: 3.5, ...style, share }))
}
