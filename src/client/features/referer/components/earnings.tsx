import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatPrice } from '../../../lib/format.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Stats } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { quarterTitle } from '../quarter-title.ts'
import { PayoutsTable } from './payouts-table.tsx'
import { ReferralsTable } from './referrals-table.tsx'
import { Standing } from './standing.tsx'

/** Totals, payouts and referrals: one answer, so that the figures are of one moment. */
export function Earnings() {
  const portal = trpc.referer.portal.useQuery()
  if (portal.isPending) return <EarningsLoading />
  if (portal.isError) {
    return (
      <Note
        tone="bad"
        className="my-6"
        title={words.referralsFailed}
        actions={<Button onClick={() => void portal.refetch()}>Try again</Button>}
      >
        <p>{words.payoutsFailed}</p>
        <p>{errorText(portal.error, networkMessages.failed)}</p>
      </Note>
    )
  }
  const { totals, states, payouts, referrals } = portal.data
  return (
    <>
      <Stats
        facts={[
          { label: words.totalCommission, value: sum(totals.totalCommission) },
          {
            label: words.thisQuarter(quarterTitle(totals.thisQuarter.quarterYear)),
            value: sum(totals.thisQuarter.amount),
          },
          { label: words.totalUnpaid, value: sum(totals.totalUnpaid) },
        ]}
      />
      <div className="earnings">
        <section aria-labelledby="payouts-heading">
          <h2 className="text-h3 mb-3" id="payouts-heading">
            {words.payouts}
          </h2>
          <PayoutsTable payouts={payouts} />
          <h2 className="text-h3 mt-6">{words.standing}</h2>
          <Standing states={states} total={totals.totalCommission} />
        </section>
        <section aria-labelledby="referrals-heading">
          <h2 className="text-h3 mb-3" id="referrals-heading">
            {words.referrals}
          </h2>
          <ReferralsTable referrals={referrals} />
        </section>
      </div>
    </>
  )
}

function sum(pounds: string): string {
  return formatPrice(pounds, { sums: true })
}

function EarningsLoading() {
  return (
    <Loading label={networkMessages.loading}>
      <Skeleton height="thumb" className="my-6" />
      <Skeleton height="picture" className="mb-6" />
    </Loading>
  )
}
