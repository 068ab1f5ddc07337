import { errorText } from '#client/lib/error-text.ts'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { CsvButton } from './csv-button.tsx'
import { PayoutsTable, quarterTitle, ReferralsTable, Standing } from './earnings-tables.tsx'
import { EarningsByLink, EarningsByMonth } from './earnings-trend.tsx'

/** The three figures at the head of the portal. Without an answer `Earnings` says so. */
export function EarningsFigures() {
  const portal = trpc.referer.portal.useQuery()
  if (portal.isError) return null
  if (portal.isPending) return <FiguresToCome />
  const { totalCommission, thisQuarter, totalUnpaid } = portal.data.totals
  return (
    <Stats
      details={[
        { label: copy.totalCommission, value: formatSum(totalCommission) },
        {
          label: copy.thisQuarter(quarterTitle(thisQuarter.quarterYear)),
          value: formatSum(thisQuarter.amount),
        },
        { label: copy.totalUnpaid, value: formatSum(totalUnpaid) },
      ]}
    />
  )
}

/** Payouts and referrals: one answer with the totals, so that the figures are of one moment. */
export function Earnings() {
  const portal = trpc.referer.portal.useQuery()
  if (portal.isPending) return <EarningsLoading />
  if (portal.isError) {
    return (
      <Note
        tone="bad"
        className="earnings-error"
        title={copy.referralsFailed}
        actions={<Button onClick={() => void portal.refetch()}>Try again</Button>}
      >
        <p>{copy.payoutsFailed}</p>
        <p>{errorText(portal.error, networkMessages.failed)}</p>
      </Note>
    )
  }
  const { totals, states, payouts, referrals, months, links } = portal.data
  return (
    <div className="earnings">
      <section aria-labelledby="payouts-heading">
        <div className="earnings-head">
          <h2 id="payouts-heading">{copy.payouts}</h2>
          {payouts.length > 0 && <CsvButton of="payouts" />}
        </div>
        <PayoutsTable payouts={payouts} />
      </section>
      <section aria-labelledby="referrals-heading">
        <div className="earnings-head">
          <h2 id="referrals-heading">{copy.referrals}</h2>
          {referrals.length > 0 && <CsvButton of="referrals" />}
        </div>
        <ReferralsTable referrals={referrals} />
      </section>
      <div className="earnings-pair">
        {referrals.length > 0 && (
          <section aria-labelledby="months-heading">
            <h2 id="months-heading">{copy.months}</h2>
            <EarningsByMonth months={months} />
          </section>
        )}
        <section aria-labelledby="standing-heading">
          <h2 id="standing-heading">{copy.standing}</h2>
          <Standing states={states} total={totals.totalCommission} />
        </section>
        {links.length > 0 && (
          <section aria-labelledby="links-heading">
            <h2 id="links-heading">{copy.links}</h2>
            <EarningsByLink links={links} />
          </section>
        )}
      </div>
    </div>
  )
}

/** The same boxes, empty. */
function FiguresToCome() {
  return (
    <dl className="stats">
      {['total', 'quarter', 'unpaid'].map((figure) => (
        <div key={figure}>
          <dt>
            <Skeleton width="word" className="skeleton-label" />
          </dt>
          <dd>
            <Skeleton width="word" height="title" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EarningsLoading() {
  return (
    <Loading label={networkMessages.loading}>
      <div className="earnings">
        <Skeleton width="narrow" height="title" className="earnings-heading" />
        <Skeleton height="picture" />
        <Skeleton width="narrow" height="title" className="earnings-heading" />
        <Skeleton height="picture" />
      </div>
    </Loading>
  )
}
