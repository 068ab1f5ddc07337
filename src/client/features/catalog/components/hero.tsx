import { Link } from 'react-router'
import { HeroChart } from '#client/art/hero-chart.tsx'
import { useIsPackageOwned } from '#client/features/catalog/use-is-package-owned.ts'
import { capitalised, formatDuration, inWords } from '#client/lib/format.ts'
import { packagePrice, totalMinutes } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { FactLine } from '#client/ui/detail-list.tsx'
import { Wrap } from '#client/ui/layout.tsx'
import { findCategory } from '#shared/catalog/catalog.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import { PromoInset } from './promo-inset.tsx'

/** The chart with its title block, which sells nothing to somebody who owns it all. */
export function Hero() {
  const { films, terms, promo } = usePageData()
  const isAllOwned = useIsPackageOwned()
  return (
    <div className="hero">
      <div className="hero-chart">
        <HeroChart
          fields={films.map((film) => ({
            category: film.categorySlug,
            title: chartName(film),
            detail: `${film.duration} min · ${formatPounds(film.pricePence)}`,
          }))}
        />
      </div>
      <Wrap>
        <div className="hero-title">
          <h1>{capitalised(inWords(films.length))} films for your private pilot theory</h1>
          <p>
            A film for each subject, taught by one instructor. Watch at home, in the clubhouse, or while you
            wait for the cloud to lift.
          </p>
          <p className="row">
            {isAllOwned && (
              <Button variant="go" asChild>
                <Link to={paths.dashboard()}>{checkoutSuccessMessages.goToVideos}</Link>
              </Button>
            )}
            <Button variant={isAllOwned ? 'quiet' : 'go'} asChild>
              <a href="#videos">See the {inWords(films.length)} films</a>
            </Button>
            {!isAllOwned && (
              <Button variant="quiet" asChild>
                <a href="#pricing">What it costs</a>
              </Button>
            )}
          </p>
          <FactLine
            facts={[
              ...(isAllOwned
                ? []
                : [
                    { label: 'One film', value: priceRange(films) },
                    {
                      label: `All ${inWords(films.length)}`,
                      value: formatPounds(packagePrice(films, terms)),
                    },
                  ]),
              { label: 'In all', value: formatDuration(totalMinutes(films)) },
            ]}
          />
        </div>
        {promo && <PromoInset promo={promo} />}
      </Wrap>
    </div>
  )
}

/** Beside a field the sheet has room for the name of its subject: a longer title would run into the next, or off it. */
function chartName({ title, categorySlug }: PageFilm): string {
  const subject = findCategory(categorySlug)?.name ?? title
  return title.length > subject.length ? subject : title
}

/** "£40 or £60"; from and to where there are more prices than two. */
function priceRange(films: readonly PageFilm[]): string {
  const prices = [...new Set(films.map(({ pricePence }) => pricePence))].sort((a, b) => a - b)
  const words = prices.map((price) => formatPounds(price))
  return words.length > 2 ? `${words[0]} to ${words.at(-1)}` : words.join(' or ')
}
