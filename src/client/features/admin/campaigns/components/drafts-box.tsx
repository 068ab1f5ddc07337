import type { Campaign } from '#client/features/admin/campaigns/use-campaign.ts'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { DraftRow } from './draft-row.tsx'

/** What was begun and not sent, offered again. */
export function DraftsBox({ campaign }: { campaign: Campaign }) {
  const drafts = trpc.admin.campaigns.drafts.useQuery(undefined, { staleTime: 0 })
  return (
    <section className="box campaign-box" aria-labelledby="mailing-drafts">
      <div className="campaign-box-head">
        <h2 id="mailing-drafts">Drafts</h2>
        {campaign.draft.id !== null && (
          <Button size="sm" onClick={() => void campaign.keep().then(campaign.clear)}>
            Begin a new one
          </Button>
        )}
      </div>
      {drafts.isError && <FailedPart query={drafts} />}
      {drafts.isPending && (
        <Loading label={networkMessages.loading}>
          <Skeleton height="thumb" />
        </Loading>
      )}
      {drafts.data?.length === 0 && (
        <p className="quiet">None. What you write is kept here until you send it.</p>
      )}
      {drafts.data && drafts.data.length > 0 && (
        <ul className="campaign-drafts">
          {drafts.data.map((draft) => (
            <DraftRow key={draft.id} draft={draft} campaign={campaign} />
          ))}
        </ul>
      )}
    </section>
  )
}
