/** Milliseconds by this browser's own clock, comparable between its visits and with nothing else. */
export function browserTime(): number {
  return performance.timeOrigin + performance.now()
}
