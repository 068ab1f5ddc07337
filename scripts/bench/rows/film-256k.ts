import { filmRow } from '../film-ranges.ts'

export const row = filmRow('film, 256 KiB ranges', { bytes: 256 * 1024, goal: '≥ 0.5, CPU ≤ 3 ×' })
