import { Drawing } from './drawing.tsx'
import { LostMarks } from './lost-marks.tsx'

/** The circle of uncertainty, for a page that is not there. */
export function LostDrawing({ className = 'lost-drawing' }: { className?: string }) {
  return (
    <Drawing className={className} keep="right">
      <LostMarks />
    </Drawing>
  )
}
