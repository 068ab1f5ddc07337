export function clamp(value, low = 0, high = 1) {
  return Math.min(high, Math.max(low, value))
}

export function mix(from, to, share) {
  return from + (to - from) * share
}

/** Smooth start and stop for a share of 0 to 1. */
export function ease(share) {
  const t = clamp(share)
  return t * t * (3 - 2 * t)
}

export function radians(degrees) {
  return (degrees * Math.PI) / 180
}

export function degrees(angle) {
  return (angle * 180) / Math.PI
}

/** The point `length` away from `[x, y]` on a compass bearing, y downwards as on the canvas. */
export function bearingPoint([x, y], bearing, length) {
  return [x + length * Math.sin(radians(bearing)), y - length * Math.cos(radians(bearing))]
}

export function between([x1, y1], [x2, y2], share) {
  return [mix(x1, x2, share), mix(y1, y2, share)]
}
