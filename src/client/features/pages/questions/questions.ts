import type { PageData } from '#client/site/page-data.ts'
import type { QuestionGroup } from './question.ts'
import { accountQuestions } from './questions-account.tsx'
import { buyingQuestions } from './questions-buying.tsx'
import { generalQuestions } from './questions-general.tsx'
import { otherQuestions } from './questions-other.tsx'
import { troubleQuestions } from './questions-trouble.tsx'
import { watchingQuestions } from './questions-watching.tsx'

/** What people ask, in six groups. The numbers are the shop's own, so that the answers follow them. */
export function questionGroups({
  terms,
  maxStreams,
}: Pick<PageData, 'terms' | 'maxStreams'>): QuestionGroup[] {
  return [
    { id: 'general', heading: 'General', questions: generalQuestions(terms) },
    { id: 'account', heading: 'Account and access', questions: accountQuestions(terms) },
    { id: 'payments', heading: 'Buying and payments', questions: buyingQuestions },
    { id: 'watching', heading: 'Dashboard and video access', questions: watchingQuestions(maxStreams) },
    { id: 'troubleshooting', heading: 'Troubleshooting', questions: troubleQuestions },
    { id: 'other', heading: 'Other', questions: otherQuestions },
  ]
}
