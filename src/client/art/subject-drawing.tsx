import type { ComponentType } from 'react'
import type { Subject } from '#client/ui/subjects.ts'
import { AirLawMarks } from './air-law-marks.tsx'
import { AircraftGeneralMarks } from './aircraft-general-marks.tsx'
import { CommunicationsMarks } from './communications-marks.tsx'
import { Drawing } from './drawing.tsx'
import { HumanPerformanceMarks } from './human-performance-marks.tsx'
import { MeteorologyMarks } from './meteorology-marks.tsx'
import { NavigationMarks } from './navigation-marks.tsx'
import { PrinciplesOfFlightMarks } from './principles-of-flight-marks.tsx'

/** As far as the marks reach that run on above and below the sheet, to the edges of a tall box. */
const TALL = '0 -100 320 400'

/** Each subject's marks, the part of the sheet that says most when it is shown small, and how far it runs on. */
export const SHEETS: Record<Subject, { marks: ComponentType; close: string; bleed?: string }> = {
  'air-law': { marks: AirLawMarks, close: '104 28 124 93', bleed: TALL },
  navigation: { marks: NavigationMarks, close: '172 24 144 108' },
  meteorology: { marks: MeteorologyMarks, close: '78 66 116 87', bleed: TALL },
  'principles-of-flight': { marks: PrinciplesOfFlightMarks, close: '66 14 140 105', bleed: TALL },
  'human-performance': { marks: HumanPerformanceMarks, close: '146 58 116 87' },
  'aircraft-general': { marks: AircraftGeneralMarks, close: '136 44 110 82' },
  communications: { marks: CommunicationsMarks, close: '0 98 128 96' },
}

export type SubjectDrawingProps = {
  category: Subject
  /** The whole sheet, or the telling part of it. */
  crop?: 'whole' | 'close'
  fit?: 'slice' | 'meet'
  /** Take the marks from DrawingDefs, which is on the page: for drawings that are shown more than once. */
  shared?: boolean
  className?: string
}

export function SubjectDrawing({
  category,
  crop = 'whole',
  shared = false,
  fit,
  className,
}: SubjectDrawingProps) {
  const { marks: Marks, close, bleed } = SHEETS[category]
  const filled = fit === 'meet' ? bleed : undefined
  return (
    <Drawing
      subject={category}
      {...(crop === 'close' && { viewBox: close })}
      {...(filled ? { viewBox: filled } : fit && { fit })}
      {...(className && { className })}
    >
      {shared ? <use href={`#drawing-${category}`} /> : <Marks />}
    </Drawing>
  )
}

/** The marks once, out of sight, before the first `shared` drawing of a page. */
export function DrawingDefs({ categories }: { categories: readonly Subject[] }) {
  return (
    <svg className="drawing-defs" aria-hidden="true">
      <defs>
        {categories.map((category) => {
          const { marks: Marks } = SHEETS[category]
          return (
            <g id={`drawing-${category}`} key={category}>
              <Marks />
            </g>
          )
        })}
      </defs>
    </svg>
  )
}
