import { Drawing } from '#client/art/drawing.tsx'
import { HeroChart } from '#client/art/hero-chart.tsx'
import { Marks } from '#client/art/marks.tsx'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useIsPackageOwned } from '#client/features/catalog/package.ts'
import { capitalised, formatDuration, inWords } from '#client/lib/format.ts'
import { packagePrice, totalMinutes } from '#client/site/catalog-sums.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useOwnedVideoIds } from '#client/site/session/use-ownership.ts'
import { Button } from '#client/ui/button.tsx'
import { DetailLine } from '#client/ui/detail-list.tsx'
import { Container } from '#client/ui/layout.tsx'
import { PlayMark } from '#client/ui/marks.tsx'
import { findCategory } from '#shared/catalog/catalog.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { formatPounds, type Pence } from '#shared/money/money.ts'
import type { PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { EarlyPreview, earlyPreview } from './free-preview.tsx'
import { usePreview } from './preview-offer.tsx'
import { useVideoPrice } from './price.tsx'

/** The chart with its title block: an owner is led to what they own, one of the whole collection is offered nothing. */
export function Hero() {
  const { videos, terms, promo } = usePageData()
  const priceOf = useVideoPrice()
  const { quoteWithCode } = useCart()
  const packageWithCode = quoteWithCode(videos.map(({ id }) => id))
  const isAllOwned = useIsPackageOwned()
  const ownsSome = useOwnedVideoIds().length > 0
  return (
    <div className="hero">
      <Container>
        <div className="hero-title">
          <h1>{`${capitalised(inWords(videos.length))} films for your private pilot theory`}</h1>
          <p>
            A film for each subject, taught by one instructor. Watch at home, in the clubhouse, or while you
            wait for the cloud to lift.
          </p>
          <p className="row">
            {ownsSome && (
              <LinkButton to={paths.dashboard()} variant="go">
                {checkoutSuccessMessages.goToVideos}
              </LinkButton>
            )}
            <Button variant={ownsSome ? 'quiet' : 'go'} asChild>
              <a href="#videos">{`See the ${inWords(videos.length)} films`}</a>
            </Button>
            {!ownsSome && (
              <Button variant="quiet" asChild>
                <a href="#pricing">What it costs</a>
              </Button>
            )}
          </p>
          <DetailLine
            details={[
              ...(isAllOwned
                ? []
                : [
                    { label: 'One film', value: priceRange(videos.map(priceOf)) },
                    {
                      label: `All ${inWords(videos.length)}`,
                      value: formatPounds(packageWithCode?.totalPence ?? packagePrice(videos, terms)),
                    },
                  ]),
              { label: 'In all', value: formatDuration(totalMinutes(videos)) },
            ]}
          />
        </div>
        {promo && <PromoInset promo={promo} />}
      </Container>
      {/* Last, as on a phone: a page that is shown while it comes would push the chart down. */}
      <div className="hero-chart">
        <HeroChart
          fields={videos.map((video) => ({
            category: video.categorySlug,
            title: chartName(video),
            detail: `${video.duration} min · ${formatPounds(priceOf(video))}`,
          }))}
        />
      </div>
    </div>
  )
}

/** Beside a field the sheet has room for the name of its subject: a longer title would run into the next, or off it. */
function chartName({ title, categorySlug }: PageVideo): string {
  const subject = findCategory(categorySlug)?.name ?? title
  return title.length > subject.length ? subject : title
}

/** "£40 or £60"; from and to where there are more prices than two. */
function priceRange(all: readonly Pence[]): string {
  const prices = [...new Set(all)].sort((a, b) => a - b)
  const words = prices.map((price) => formatPounds(price))
  return words.length > 2 ? `${words[0]} to ${words.at(-1)}` : words.join(' or ')
}

/** The introduction, in the corner of the chart. */
function PromoInset({ promo }: { promo: Preview }) {
  const open = usePreview()
  return (
    <>
      <button type="button" className="hero-inset no-print" {...earlyPreview} onClick={() => open(promo)}>
        <span>
          <Drawing viewBox="0 0 320 180">
            <Marks name="threshold" />
          </Drawing>
        </span>
        <span>
          <PlayMark />
          Watch the introduction
        </span>
      </button>
      <EarlyPreview preview={promo} />
    </>
  )
}
