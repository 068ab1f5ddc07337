import type { Course, Offer, Product } from 'schema-dts'
import { packagePrice, totalMinutes } from '#client/site/catalog-sums.ts'
import type { PageData } from '#client/site/page-data.ts'
import { paths } from '#client/site/paths.ts'
import { pictureOf, pictureUrl } from '#client/site/share-picture.ts'
import { toPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

/** A film as something to learn from, at one's own time and speed. */
export function courseOf(film: PageFilm, data: PageData): Course {
  const url = filmUrl(film, data)
  return {
    '@type': 'Course',
    '@id': `${url}#course`,
    name: film.title,
    description: film.description,
    url,
    image: imageOf(paths.video(film.slug), data),
    inLanguage: 'en-GB',
    about: film.category,
    provider: sellerOf(data),
    offers: { ...offer(film.price, url, data), category: 'Paid' },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: isoMinutes(film.duration),
    },
  }
}

/** The same film as something to buy. */
export function productOf(film: PageFilm, data: PageData): Product {
  const url = filmUrl(film, data)
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: `${film.title}: theory film`,
    description: film.description,
    sku: film.slug,
    url,
    image: imageOf(paths.video(film.slug), data),
    category: film.category,
    offers: offer(film.price, url, data),
  }
}

/** All films in one order. */
export function packageOf(data: PageData): Product {
  const { films, terms, publicUrl } = data
  const url = publicUrl + paths.pricing
  return {
    '@type': 'Product',
    '@id': `${publicUrl}/#package`,
    name: 'Complete package',
    description: `${films.map(({ title }) => title).join(', ')}: ${totalMinutes(films)} minutes, open for ${terms.bundleMonths} months.`,
    sku: 'complete-package',
    url,
    image: imageOf(paths.home, data),
    offers: offer(toPounds(packagePrice(films, terms)), url, data),
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

function filmUrl({ slug }: PageFilm, { publicUrl }: PageData): string {
  return publicUrl + encodeURI(paths.video(slug))
}

/** 84 minutes are "PT84M" (ISO 8601). */
function isoMinutes(minutes: number): string {
  return `PT${minutes}M`
}
