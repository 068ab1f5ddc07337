import { Drawing } from './drawing.tsx'
import { ThresholdMarks } from './threshold-marks.tsx'

/** A runway from short final, before the introduction plays. */
export function ThresholdDrawing() {
  return (
    <Drawing viewBox="0 0 320 180">
      <ThresholdMarks />
    </Drawing>
  )
}
