import type { CategorySlug } from '#shared/catalog/catalog.ts'

/** A subject of the theory exams; `category` is that of its video, where it has one of its own. */
type ExamSubjectRow = { slug: string; name: string; category: CategorySlug | null }

/** The papers of a UK private pilot licence for aeroplanes, in the order of the source below. */
export const EXAM_SUBJECTS = [
  { slug: 'air-law', name: 'Air law', category: 'air-law' },
  { slug: 'human-performance', name: 'Human performance', category: 'human-performance' },
  { slug: 'meteorology', name: 'Meteorology', category: 'meteorology' },
  { slug: 'communications', name: 'Communications', category: 'communications' },
  { slug: 'navigation', name: 'Navigation', category: 'navigation' },
  { slug: 'principles-of-flight', name: 'Principles of flight', category: 'principles-of-flight' },
  { slug: 'operational-procedures', name: 'Operational procedures', category: null },
  { slug: 'flight-performance', name: 'Flight performance and planning', category: null },
  { slug: 'aircraft-general', name: 'Aircraft general knowledge', category: 'aircraft-general' },
] as const satisfies readonly ExamSubjectRow[]

export type ExamSubject = (typeof EXAM_SUBJECTS)[number]['slug']

/**
 * What the plan knows of the exams. A rule is changed together with `checkedOn`, and the
 * plan shows both.
 */
export const EXAM_RULES = {
  /** All papers are passed within so many months from the end of the month of the first attempt: FCL.025(b)(2). */
  monthsForAll: 18,
  /** So long do the passes count for the licence, from the last of them: FCL.025(c)(1). */
  monthsValid: 24,
  checkedOn: '2026-11-23',
  law: 'UK Regulation (EU) No 1178/2011, FCL.025',
  source: {
    name: 'UK Civil Aviation Authority, theoretical knowledge examinations',
    url: 'https://www.caa.co.uk/general-aviation/pilot-licences/part-fcl-requirements/theoretical-knowledge-examinations',
  },
  /** Where changes are announced: fewer papers have been proposed. */
  changes: {
    name: 'pilot licensing and training simplification',
    url: 'https://www.caa.co.uk/general-aviation/pilot-licences/licensing-training-simplification',
  },
} as const
