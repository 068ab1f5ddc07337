import type { FAQPage } from 'schema-dts'
import { questionGroups } from '#client/features/pages/questions.ts'
import { plainText } from '#client/lib/plain-text.ts'
import type { PageData } from '#client/site/page-data.ts'

/** The help centre's questions; the answers are those of the page, with the markup taken off. */
export function questionsOf(data: PageData): FAQPage {
  return {
    '@type': 'FAQPage',
    inLanguage: 'en-GB',
    mainEntity: questionGroups(data).flatMap(({ questions }) =>
      questions.map(({ heading, content }) => ({
        '@type': 'Question' as const,
        name: heading,
        acceptedAnswer: { '@type': 'Answer' as const, text: plainText(content) },
      })),
    ),
  }
}
