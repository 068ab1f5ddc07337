import type { FAQPage, Graph, Thing, VideoObject } from 'schema-dts'
import { plainText } from '#client/features/pages/prose.tsx'
import { questionGroups } from '#client/features/pages/questions.ts'
import type { PageData, PageDetails } from '#client/site/page-data.ts'
import { type PageMeta, SHOP_NAME } from '#client/site/page-meta.ts'
import { paths } from '#client/site/paths.ts'
import type { Preview } from '#shared/schemas/catalog.ts'
import { courseOf, packageOf, productOf } from './json-ld-catalog.ts'

type Known = { data: PageData; details: PageDetails }

/**
 * What a page says in schema.org's words, for search engines: the same facts that stand on it, and no other. Every
 * page names the seller and its place in the shop.
 */
export function jsonLd(path: string, meta: PageMeta, known: Known): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [organization(known.data), ...aboutPage(path, meta, known)],
  }
}

function aboutPage(path: string, meta: PageMeta, known: Known): Thing[] {
  const { data } = known
  if (path === paths.home) return aboutShop(meta, known)
  const video = data.videos.find(({ slug }) => path === paths.video(slug))
  if (video) {
    const { snippets } = data
    const piece = snippets.find(({ categorySlug }) => categorySlug === video.categorySlug)
    return [
      courseOf(video, data),
      productOf(video, data),
      ...(piece ? videoOf(piece, { description: video.description, ...known }) : []),
      breadcrumbs(path, video.title, data),
    ]
  }
  if (path === paths.support) return [questionsOf(data), breadcrumbs(path, meta.title, data)]
  return [breadcrumbs(path, meta.title, data)]
}

function aboutShop({ description }: PageMeta, known: Known): Thing[] {
  const { data } = known
  const { publicUrl, videos, promo } = data
  return [
    {
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name: SHOP_NAME,
      url: `${publicUrl}/`,
      inLanguage: 'en-GB',
      publisher: { '@id': `${publicUrl}/#organization` },
    },
    {
      '@type': 'ItemList',
      name: 'Theory films',
      numberOfItems: videos.length,
      itemListElement: videos.map((video, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: courseOf(video, data),
      })),
    },
    packageOf(data),
    ...(promo ? videoOf(promo, { description: description ?? '', ...known }) : []),
  ]
}

function organization({ publicUrl, seller }: PageData): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: SHOP_NAME,
    legalName: seller.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: seller.email,
    address: seller.address,
    ...(seller.vatNumber && { vatID: seller.vatNumber }),
  }
}

function breadcrumbs(path: string, title: string, { publicUrl }: PageData): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${publicUrl}/` },
      { '@type': 'ListItem', position: 2, name: title, item: publicUrl + encodeURI(path) },
    ],
  }
}

/** The help centre's questions; the answers are those of the page, with the markup taken off. */
function questionsOf(data: PageData): FAQPage {
  return {
    '@type': 'FAQPage',
    inLanguage: 'en-GB',
    mainEntity: questionGroups(data).flatMap(({ questions }) =>
      questions.map(({ heading, text }) => ({
        '@type': 'Question' as const,
        name: heading,
        acceptedAnswer: { '@type': 'Answer' as const, text: plainText(text) },
      })),
    ),
  }
}

type About = { description: string; data: PageData; details: PageDetails }

/** A piece of video that plays for everybody; none where its still, its length or its day is not known. */
function videoOf(piece: Preview, { description, data, details }: About): VideoObject[] {
  const file = details.previews[piece.src]
  if (!file || file.durationSeconds === null || piece.posterUrl === null) return []
  const { publicUrl } = data
  return [
    {
      '@type': 'VideoObject',
      name: piece.categorySlug === null ? piece.title : `${piece.title}: a free piece`,
      description,
      thumbnailUrl: publicUrl + piece.posterUrl,
      uploadDate: file.publishedAt,
      duration: `PT${Math.max(1, Math.round(file.durationSeconds))}S`,
      contentUrl: publicUrl + piece.src,
      inLanguage: 'en-GB',
      isFamilyFriendly: true,
      publisher: { '@id': `${publicUrl}/#organization` },
    },
  ]
}
