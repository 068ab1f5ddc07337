import { useMutation } from '@tanstack/react-query'
import { Mails } from 'lucide-react'
import { useState } from 'react'
import type { CampaignValues } from '#client/features/admin/campaigns/campaign-form.ts'
import {
  AUDIENCES,
  CAMPAIGN_STATES,
  type CampaignSummary,
  countsLabel,
  inFigures,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import type { SentCampaigns } from '#client/features/admin/campaigns/use-campaign.ts'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatMinute, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row, Stack } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignRecipients } from './campaign-recipients.tsx'

type CampaignHistoryProps = {
  history: SentCampaigns['history']
  onUseAgain: (values: CampaignValues) => Promise<void>
}

export function CampaignHistory({ history, onUseAgain }: CampaignHistoryProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const campaigns = history.data?.pages.flatMap(({ campaigns }) => campaigns) ?? []
  return (
    <section className="campaign-history" aria-labelledby="mailing-history">
      <h2 id="mailing-history">Sent mailings</h2>
      <Fetched
        query={history}
        skeleton={
          <Stack>
            <Skeleton height="thumb" />
            <Skeleton height="thumb" />
          </Stack>
        }
        showsEveryError
      >
        {() =>
          campaigns.length > 0 ? (
            <DataTable
              caption="Sent mailings"
              rows={campaigns}
              rowKey={({ id }) => id}
              columns={columnsFor(openId, setOpenId)}
              detail={(campaign) =>
                campaign.id === openId && <CampaignDetail campaign={campaign} onUseAgain={onUseAgain} />
              }
            />
          ) : (
            <Empty symbol={<Mails aria-hidden="true" />} title="Nothing sent yet">
              Mailings stand here with what became of each recipient.
            </Empty>
          )
        }
      </Fetched>
      {history.hasNextPage && (
        <Row className="campaign-more">
          <Button size="sm" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Older mailings
          </Button>
        </Row>
      )}
    </section>
  )
}

function columnsFor(
  openId: string | null,
  setOpenId: (id: string | null) => void,
): readonly Column<CampaignSummary>[] {
  return [
    {
      heading: 'Mailing',
      rowHeading: true,
      cell: ({ id, subject }) => (
        <RowToggle open={id === openId} onToggle={() => setOpenId(id === openId ? null : id)}>
          <span className="campaign-value">{subject}</span>
        </RowToggle>
      ),
    },
    {
      heading: 'Sent on',
      onCard: 'left',
      cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
    },
    { heading: 'To', wideOnly: true, cell: ({ recipients }) => AUDIENCES[recipients] },
    {
      heading: 'State',
      onCard: 'right',
      cell: ({ status }) => <Status {...CAMPAIGN_STATES[status]} />,
    },
    { heading: 'Sent', figure: true, cell: ({ counts }) => inFigures.format(counts.sent) },
    { heading: 'Failed', figure: true, cell: ({ counts }) => inFigures.format(counts.failed) },
    {
      heading: 'Not known',
      figure: true,
      wideOnly: true,
      cell: ({ counts }) => inFigures.format(counts.unknown),
    },
  ]
}

type CampaignDetailProps = {
  campaign: CampaignSummary
  onUseAgain: (values: CampaignValues) => Promise<void>
}

function CampaignDetail({ campaign, onUseAgain }: CampaignDetailProps) {
  const { id, recipients, adminEmail, createdAt, finishedAt, pauseReason, counts, status } = campaign
  return (
    <div className="campaign-detail">
      <KeyValues
        details={detailsOf([
          ['Sent', `${formatMinute(createdAt)} by ${adminEmail}`],
          ['Ended', finishedAt && formatMinute(finishedAt)],
          ['Recipients', AUDIENCES[recipients]],
          ['Outcome', countsLabel(counts)],
          ['Paused', pauseReason],
        ])}
      />
      <Row>
        <CampaignActions id={id} status={status} counts={counts} />
        <UseAgain id={id} onUseAgain={onUseAgain} />
      </Row>
      <CampaignRecipients id={id} status={status} />
    </div>
  )
}

function UseAgain({ id, onUseAgain }: { id: string; onUseAgain: (values: CampaignValues) => Promise<void> }) {
  const utils = trpc.useUtils()
  const read = useMutation({
    mutationKey: [['admin', 'campaigns']],
    mutationFn: () => utils.client.admin.campaigns.campaign.query({ id }),
    async onSuccess({ recipients, subject, htmlContent }) {
      await onUseAgain({ recipients, subject, htmlContent, textContent: '', list: '', basis: '' })
      window.scrollTo({ top: 0 })
    },
    onError: (error) => toastFailure(networkMessages.failed, error),
  })
  return (
    <Button size="sm" loading={read.isPending} onClick={() => read.mutate()}>
      Use the text again
    </Button>
  )
}
