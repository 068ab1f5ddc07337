import type { Subject } from '#client/ui/subjects.ts'
import { Drawing } from './drawing.tsx'
import { Marks } from './marks.tsx'

/** As far as the marks reach that run on above and below the sheet, to the edges of a tall box. */
const TALL = '0 -100 320 400'

/** Of each subject's marks the part of the sheet that says most when it is shown small, and how far it runs on. */
export const SHEETS: Record<Subject, { close: string; bleed?: string }> = {
  'air-law': { close: '104 28 124 93', bleed: TALL },
  navigation: { close: '172 24 144 108' },
  meteorology: { close: '78 66 116 87', bleed: TALL },
  'principles-of-flight': { close: '66 14 140 105', bleed: TALL },
  'human-performance': { close: '146 58 116 87' },
  'aircraft-general': { close: '136 44 110 82' },
  communications: { close: '0 98 128 96' },
}

type SubjectDrawingProps = {
  category: Subject
  /** The whole sheet, or the telling part of it. */
  crop?: 'whole' | 'close'
  fit?: 'slice' | 'meet'
  /** Take the marks from DrawingDefs, which is on the page: for drawings that are shown more than once. */
  shared?: boolean
}

export function SubjectDrawing({ category, crop = 'whole', shared = false, fit }: SubjectDrawingProps) {
  const { close, bleed } = SHEETS[category]
  const filled = fit === 'meet' ? bleed : undefined
  return (
    <Drawing
      subject={category}
      {...(crop === 'close' && { viewBox: close })}
      {...(filled ? { viewBox: filled } : fit && { fit })}
    >
      {shared ? <use href={`#drawing-${category}`} /> : <Marks name={category} />}
    </Drawing>
  )
}

/** The marks once, out of sight, before the first `shared` drawing of a page. */
export function DrawingDefs({ categories }: { categories: readonly Subject[] }) {
  return (
    <svg className="drawing-defs" aria-hidden="true">
      <defs>
        {categories.map((category) => (
          <g id={`drawing-${category}`} key={category}>
            <Marks name={category} />
          </g>
        ))}
      </defs>
    </svg>
  )
}
