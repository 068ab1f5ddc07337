import type { CatalogueTerms } from '#shared/catalogue.ts'
import type { QuestionGroup } from './question.ts'
import { accountQuestions } from './questions-account.tsx'
import { buyingQuestions } from './questions-buying.tsx'
import { generalQuestions } from './questions-general.tsx'
import { otherQuestions } from './questions-other.tsx'
import { troubleQuestions } from './questions-trouble.tsx'
import { watchingQuestions } from './questions-watching.tsx'

/** What people ask, in six groups. The terms are the catalogue's, so that the answers follow it. */
export function questionGroups(terms: CatalogueTerms): QuestionGroup[] {
  return [
    { id: 'general', heading: 'General', questions: generalQuestions(terms) },
    { id: 'account', heading: 'Account and access', questions: accountQuestions(terms) },
    { id: 'payments', heading: 'Buying and payments', questions: buyingQuestions },
    { id: 'watching', heading: 'Dashboard and video access', questions: watchingQuestions },
    { id: 'troubleshooting', heading: 'Troubleshooting', questions: troubleQuestions },
    { id: 'other', heading: 'Other', questions: otherQuestions },
  ]
}
