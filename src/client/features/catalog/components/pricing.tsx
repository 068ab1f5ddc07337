import { useCart } from '#client/features/cart/use-cart.ts'
import { type Rest, useIsPackageOwned, useRest } from '#client/features/catalog/package.ts'
import { inWords } from '#client/lib/format.ts'
import { packagePrice, totalMinutes } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { RuledList } from '#client/ui/detail-list.tsx'
import { Section } from '#client/ui/layout.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { cartMessages } from '#shared/messages/cart.ts'
import { formatPounds, type Pence, sumPence, zeroPence } from '#shared/money/money.ts'
import type { Quote } from '#shared/pricing/pricing.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { PackageButton } from './package-button.tsx'
import { Price, usePackageSaving, useVideoPrice } from './price.tsx'
import { SmallPrint } from './small-print.tsx'

type Row = PageVideo & { runningPence: Pence }

/** Single videos against the complete package, and what is to be known before paying. */
export function Pricing() {
  const { videos, vatRate } = usePageData()
  const isOwned = useIsPackageOwned()
  const rest = useRest()
  const rows = withRunningTotal(videos, useVideoPrice())
  const prices = vatRate > 0 ? 'Prices include VAT. ' : ''
  return (
    <Section
      id="pricing"
      later
      heading="What it costs"
      lede={`${prices}There is no subscription and nothing renews.`}
    >
      <div className="pricing">
        <DataTable
          caption="Prices of single films"
          columns={columnsFor(rows)}
          rows={rows}
          rowKey={({ id }) => id}
          collapse={false}
        />
        {isOwned ? <Owned /> : rest ? <RestOffer rest={rest} /> : <Offer />}
      </div>
      <SmallPrint videos={inWords(videos.length)} />
    </Section>
  )
}

function Offer() {
  const { videos, terms } = usePageData()
  const withCode = useCart().quoteWithCode(videos.map(({ id }) => id))
  return (
    <div className="offer">
      <h3>Complete package</h3>
      <p className="price-figure">
        <Price videos={videos} fullPence={packagePrice(videos, terms)} />
      </p>
      <RuledList
        details={[
          { label: 'You save', value: formatPounds(usePackageSaving()) },
          ...codeRow(withCode),
          { label: 'Open for', value: `${terms.bundleMonths} months, not ${terms.singleMonths}` },
          {
            label: 'Own some already?',
            value: `Add the rest: ${formatPounds(terms.collectionDiscountPence)} comes off, once; ${terms.singleMonths}\u00a0months each`,
          },
        ]}
      />
      <PackageButton full />
    </div>
  )
}

/** For an owner of part of it: what the button below adds. */
function RestOffer({ rest }: { rest: Rest }) {
  const { terms } = usePageData()
  const withCode = useCart().quoteWithCode(rest.videos.map(({ id }) => id))
  return (
    <div className="offer">
      <h3>The rest of the set</h3>
      <p className="price-figure">
        <Price videos={rest.videos} fullPence={rest.pricePence} />
      </p>
      <RuledList
        details={[
          { label: 'Films', value: rest.videos.length },
          ...(rest.savingPence > 0 ? [{ label: 'You save', value: formatPounds(rest.savingPence) }] : []),
          ...codeRow(withCode),
          {
            label: 'Open for',
            value: `${terms.singleMonths} months${rest.videos.length > 1 ? ' each' : ''}`,
          },
        ]}
      />
      <PackageButton full />
    </div>
  )
}

function codeRow(withCode: Quote | null) {
  if (withCode === null) return []
  const value = formatPounds(withCode.referralDiscountPence)
  const { referralPercent, referral } = withCode
  return [{ label: cartMessages.codeRow(referralPercent, referral?.clubName), value: `${value} off` }]
}

/** In place of the offer, for an owner of the whole collection. */
function Owned() {
  return (
    <div className="offer">
      <h3>{cartMessages.packageOwnedTitle}</h3>
      <p className="pricing-owned">{cartMessages.packageOwned}</p>
      <PackageButton full />
    </div>
  )
}

function withRunningTotal(videos: readonly PageVideo[], priceOf: (video: PageVideo) => Pence): Row[] {
  return videos.map((video, index) => ({
    ...video,
    runningPence: sumPence(videos.slice(0, index + 1).map(priceOf)),
  }))
}

function columnsFor(rows: readonly Row[]): Column<Row>[] {
  const all = formatPounds(rows.at(-1)?.runningPence ?? zeroPence)
  return [
    {
      heading: 'Film',
      rowHeading: true,
      cell: ({ categorySlug, title }) => <SubjectName category={categorySlug}>{title}</SubjectName>,
      total: 'One at a time',
    },
    { heading: 'Minutes', figure: true, cell: ({ duration }) => duration, total: totalMinutes(rows) },
    {
      heading: 'Price',
      figure: true,
      cell: (video) => <Price videos={[video]} fullPence={video.pricePence} />,
      total: all,
    },
    {
      heading: 'Running total',
      figure: true,
      wideOnly: true,
      cell: ({ runningPence }) => formatPounds(runningPence),
      total: all,
    },
  ]
}
