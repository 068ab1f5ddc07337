import { videoRow } from '../video-ranges.ts'

export const row = videoRow('film, 1 MiB ranges', { bytes: 1024 * 1024, goal: '≥ 0.8, CPU ≤ 1.5 ×' })
