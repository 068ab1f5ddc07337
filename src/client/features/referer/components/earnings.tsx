import { errorText } from '#client/lib/error-text.ts'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { PayoutsTable, quarterTitle, ReferralsTable, Standing } from './earnings-tables.tsx'

/** Totals, payouts and referrals: one answer, so that the figures are of one moment. */
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
  const { totals, states, payouts, referrals } = portal.data
  return (
    <>
      <Stats
        details={[
          { label: copy.totalCommission, value: sum(totals.totalCommission) },
          {
            label: copy.thisQuarter(quarterTitle(totals.thisQuarter.quarterYear)),
            value: sum(totals.thisQuarter.amount),
          },
          { label: copy.totalUnpaid, value: sum(totals.totalUnpaid) },
        ]}
      />
      <div className="earnings">
        <section aria-labelledby="payouts-heading">
          <h2 id="payouts-heading">{copy.payouts}</h2>
          <PayoutsTable payouts={payouts} />
        </section>
        <div className="earnings-pair">
          <section aria-labelledby="referrals-heading">
            <h2 id="referrals-heading">{copy.referrals}</h2>
            <ReferralsTable referrals={referrals} />
          </section>
          <section aria-labelledby="standing-heading">
            <h2 id="standing-heading">{copy.standing}</h2>
            <Standing states={states} total={totals.totalCommission} />
          </section>
        </div>
      </div>
    </>
  )
}

function sum(pounds: string): string {
  return formatSum(pounds)
}

/** The same boxes, empty. */
export function EarningsLoading() {
  return (
    <Loading label={networkMessages.loading}>
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
      <div className="earnings">
        <Skeleton width="narrow" height="title" className="earnings-heading" />
        <Skeleton height="picture" />
        <div className="earnings-pair">
          {['referrals', 'standing'].map((part) => (
            <div key={part}>
              <Skeleton width="narrow" height="title" className="earnings-heading" />
              <Skeleton height="picture" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
