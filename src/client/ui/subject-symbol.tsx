import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { SUBJECT_CODES, type Subject } from './subjects.ts'

/** One shape a subject, so that the colour is never alone. */
const SHAPES: Record<Subject, ReactNode> = {
  'air-law': (
    <>
      <circle cx="12" cy="12" r="8.5" strokeDasharray="2.2 2.25" />
      <path d="M12 7.5v9M7.5 12h9" />
    </>
  ),
  navigation: (
    <>
      <path d="M3 20 20 5m-6.5 0H20v6.5M3 20l3.4-.6M3 20l.6-3.4" />
      <path d="M9 20h12" strokeDasharray="2 2" />
    </>
  ),
  meteorology: (
    <>
      <path d="M3 17C8 17 9 8 21 7" />
      <path className="symbol-solid" d="M9.2 14.2 8 8.6l5.6 1.6zM15 9.2l-.6-5 4.9 3.2z" />
    </>
  ),
  'principles-of-flight': (
    <path d="M2.5 14C5 8.5 12 8 21.5 14.5 14 15.5 6 16.5 2.5 14zM9 7.5v-5M6.8 4.7 9 2.5l2.2 2.2" />
  ),
  'human-performance': (
    <>
      <path d="M2.5 12c4.5-6.5 14.5-6.5 19 0-4.5 6.5-14.5 6.5-19 0z" />
      <circle className="symbol-solid" cx="12" cy="12" r="3" />
    </>
  ),
  'aircraft-general': (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m12 12 5-5m-5 5v4.5M12 3v2.2M21 12h-2.2M12 21v-2.2M3 12h2.2" />
    </>
  ),
  communications: <path d="M2 12h2m2-3v6M9 5v14m3-11v8m3-12.5v17M18 8v8m2.5-5.5v3" />,
}

type SubjectSymbolProps = {
  category: Subject
  /** In the subject's colour; otherwise in the colour of the words around it. */
  coloured?: boolean
  className?: string
}

/** Beside a name, always: it is hidden from those who listen. */
export function SubjectSymbol({ category, coloured = true, className }: SubjectSymbolProps) {
  return (
    <svg
      className={clsx('symbol', coloured && 'symbol-subject', className)}
      data-subject={category}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {SHAPES[category]}
    </svg>
  )
}

/** Symbol and code in the subject's colour: NAV. */
export function SubjectTag({ category }: { category: Subject }) {
  return (
    <span className="subject-tag" data-subject={category}>
      <SubjectSymbol category={category} />
      {SUBJECT_CODES[category]}
    </span>
  )
}

/** Symbol in colour, name in ink, on one line. */
export function SubjectName({ category, children }: { category: Subject; children: ReactNode }) {
  return (
    <span className="subject-name">
      <SubjectSymbol category={category} />
      {children}
    </span>
  )
}

/** The square with the symbol on its tint, in place of a picture. */
export function SubjectThumb({ category }: { category: Subject }) {
  return (
    <span className="thumb" data-subject={category}>
      <SubjectSymbol category={category} />
    </span>
  )
}
