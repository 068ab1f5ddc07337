import type { Course, Offer, Product } from 'schema-dts'
import { packagePrice, totalMinutes } from '#client/site/catalog-sums.ts'
import type { PageData } from '#client/site/page-data.ts'
import { paths } from '#client/site/paths.ts'
import { pictureOf, pictureUrl } from '#client/site/share-picture.ts'
import { toPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** A video as something to learn from, at one's own time and speed. */
export function courseOf(video: PageVideo, data: PageData): Course {
  const url = videoUrl(video, data)
  return {
    '@type': 'Course',
    '@id': `${url}#course`,
    name: video.title,
    description: video.description,
    url,
    image: imageOf(paths.video(video.slug), data),
    inLanguage: 'en-GB',
    about: video.category,
    provider: sellerOf(data),
    offers: { ...offer(video.price, url, data), category: 'Paid' },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: isoMinutes(video.duration),
    },
  }
}

/** The same video as something to buy. */
export function productOf(video: PageVideo, data: PageData): Product {
  const url = videoUrl(video, data)
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: `${video.title}: theory film`,
    description: video.description,
    sku: video.slug,
    url,
    image: imageOf(paths.video(video.slug), data),
    category: video.category,
    offers: offer(video.price, url, data),
  }
}

/** All videos in one order. */
export function packageOf(data: PageData): Product {
  const { videos, terms, publicUrl } = data
  const url = publicUrl + paths.pricing
  return {
    '@type': 'Product',
    '@id': `${publicUrl}/#package`,
    name: 'Complete package',
    description: `${videos.map(({ title }) => title).join(', ')}: ${totalMinutes(videos)} minutes, open for ${terms.bundleMonths} months.`,
    sku: 'complete-package',
    url,
    image: imageOf(paths.home, data),
    offers: offer(toPounds(packagePrice(videos, terms)), url, data),
  }
}

function offer(price: string, url: string, data: PageData): Offer {
  return {
    '@type': 'Offer',
    price,
    priceCurrency: 'GBP',
    availability: 'https://schema.org/InStock',
    url,
    seller: sellerOf(data),
  }
}

function sellerOf({ publicUrl }: PageData) {
  return { '@id': `${publicUrl}/#organization` }
}

function imageOf(path: string, data: PageData): string {
  return pictureUrl(pictureOf(path, data), data.publicUrl)
}

function videoUrl({ slug }: PageVideo, { publicUrl }: PageData): string {
  return publicUrl + encodeURI(paths.video(slug))
}

/** 84 minutes are "PT84M" (ISO 8601). */
function isoMinutes(minutes: number): string {
  return `PT${minutes}M`
}
