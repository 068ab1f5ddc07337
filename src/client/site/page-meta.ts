import { formatDuration } from '#client/lib/format.ts'
import { totalMinutes } from './catalog-sums.ts'
import type { PageData } from './page-data.ts'

export const SHOP_NAME = 'Ground School'

/** What search engines and tabs show. Screens without a description are not offered to search engines. */
export type PageMeta = { title: string; description: string | null }

type MetaOf = (data: PageData) => PageMeta

function words(title: string, description: string): MetaOf {
  return () => ({ title, description })
}

export const publicMeta = {
  home: ({ videos }) => ({
    title: 'Theory films for the UK private pilot licence',
    description: `A film for each subject of the private pilot theory, taught by one instructor: ${formatDuration(totalMinutes(videos))} in all, with captions and chapters. A study aid beside your lessons and books.`,
  }),
  support: words('Help Center', 'How buying, watching and signing in work, and what to do when they do not.'),
  contact: words('Contact', 'How to reach the instructor who makes and sells the films.'),
  privacyPolicy: words(
    'Privacy policy',
    'What the shop keeps about you, why, for how long, and your rights.',
  ),
  termsOfService: words('Terms of service', 'The contract between you and the shop, in plain words.'),
  licenceAgreement: words(
    'Licence agreement',
    'What you may do with a film you have bought, and for how long.',
  ),
  refundPolicy: words('Refund policy', 'Refunds, your statutory rights, and how to ask.'),
  commissionTerms: words('Commission terms', 'How referers are paid for the buyers they send.'),
  refererRegister: words(
    'Become a referer',
    'For clubs, schools and instructors: apply for a code that takes something off for whoever buys with it, and earns you commission.',
  ),
} satisfies Record<string, MetaOf>

export function videoMeta({ videos }: PageData, slug: string): PageMeta | null {
  const video = videos.find((candidate) => candidate.slug === slug)
  return video ? { title: `${video.title}: private pilot theory film`, description: video.description } : null
}

/** The whole title of a tab. */
export function fullTitle({ title }: Pick<PageMeta, 'title'>): string {
  return `${title} | ${SHOP_NAME}`
}
