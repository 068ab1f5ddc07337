import { videoRow } from '../video-ranges.ts'

export const row = videoRow('film, 256 KiB ranges', { bytes: 256 * 1024, goal: '≥ 0.5, CPU ≤ 3 ×' })
