import { Mails } from 'lucide-react'
import { useState } from 'react'
import type { MailingValues } from '#client/features/admin/campaigns/campaign-form.ts'
import {
  AUDIENCES,
  inFigures,
  MAILING_STATES,
  type MailingSummary,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import type { SentMailings } from '#client/features/admin/campaigns/use-sent-campaigns.ts'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { formatShortDay } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row, Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { MailingDetail } from './campaign-detail.tsx'

type MailingHistoryProps = {
  history: SentMailings['history']
  onUseAgain: (values: MailingValues) => Promise<void>
}

/** Every mailing there was, the newest first, and what became of it. */
export function MailingHistory({ history, onUseAgain }: MailingHistoryProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const mailings = history.data?.pages.flatMap(({ campaigns }) => campaigns) ?? []
  return (
    <section className="campaign-history" aria-labelledby="mailing-history">
      <h2 id="mailing-history">Sent mailings</h2>
      {history.isError && <FailedPart query={history} />}
      {history.isPending && (
        <Loading label={networkMessages.loading}>
          <Stack>
            <Skeleton height="thumb" />
            <Skeleton height="thumb" />
          </Stack>
        </Loading>
      )}
      {history.data && mailings.length === 0 && (
        <Empty symbol={<Mails aria-hidden="true" />} title="Nothing sent yet">
          Mailings stand here with what became of each recipient.
        </Empty>
      )}
      {mailings.length > 0 && (
        <DataTable
          caption="Sent mailings"
          rows={mailings}
          rowKey={({ id }) => id}
          columns={columnsFor(openId, setOpenId)}
          detail={(mailing) =>
            mailing.id === openId && <MailingDetail mailing={mailing} onUseAgain={onUseAgain} />
          }
        />
      )}
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
): readonly Column<MailingSummary>[] {
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
      cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
    },
    { heading: 'To', wideOnly: true, cell: ({ recipients }) => AUDIENCES[recipients] },
    {
      heading: 'State',
      cell: ({ status }) => (
        <Status kind={MAILING_STATES[status].kind}>{MAILING_STATES[status].words}</Status>
      ),
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
