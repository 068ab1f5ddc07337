import { between } from './motion.mjs'
import { head, line } from './pen.mjs'

/** A navigation vector with the chart mark of its kind: one arrow heading, two track, three wind. */
export function vector(g, from, to, { marks, colour, share = 1, width = 3.5 }) {
  line(g, [from, to], { colour, width, share })
  if (share < 0.98) return
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  for (let i = 0; i < marks; i += 1) {
    const at = 0.5 + ((i - (marks - 1) / 2) * 13 + 6) / length
    head(g, between(from, to, at), angle, { colour, width, size: 14 })
  }
}
