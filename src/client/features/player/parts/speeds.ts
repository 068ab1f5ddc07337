/** How fast a video may play; the pitch of the voice is kept. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The next speed up or down; the ends hold. */
export function nextSpeed(rate: number, step: 1 | -1): number {
  const faster = SPEEDS.find((speed) => speed > rate)
  const slower = SPEEDS.findLast((speed) => speed < rate)
  return (step === 1 ? faster : slower) ?? rate
}

/** "1.25×" */
export function speedText(rate: number): string {
  return `${rate}×`
}
