import { useState } from 'react'
import { accessLabels, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { formatSum } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import type { AccessOutput, LineDetailOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderExtendDialog } from './order-extend-dialog.tsx'

const REFUNDS: Record<LineDetailOutput['refund'], string> = {
  none: '',
  pending: 'refund on its way',
  refunded: 'refunded',
}

export function OrderVideos({ detail }: { detail: OrderDetailOutput }) {
  const [extending, setExtending] = useState<AccessOutput | null>(null)
  return (
    <>
      <DataTable
        caption="Films of this order"
        rows={detail.lines}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Film',
            rowHeading: true,
            cell: ({ title, refund, access }) => (
              <>
                {title}
                {access && access.title !== title && (
                  <span className="second-line">exchanged for {access.title}</span>
                )}
                {refund !== 'none' && <span className="second-line">{REFUNDS[refund]}</span>}
              </>
            ),
          },
          { heading: 'Paid', figure: true, cell: ({ paid }) => formatSum(paid) },
          { heading: 'Watched', cell: ({ watched }) => watchedLabel(watched) },
          {
            heading: 'Access',
            cell: ({ access }) => <Status {...accessLabels(access)} />,
          },
          {
            heading: 'Extend',
            hideHeading: true,
            cell: ({ access }) =>
              access &&
              access.revokedAt === null && (
                <Button
                  size="sm"
                  aria-label={`Extend access to ${access.title}`}
                  onClick={() => setExtending(access)}
                >
                  Extend
                </Button>
              ),
          },
        ]}
      />
      {extending && <OrderExtendDialog access={extending} onClose={() => setExtending(null)} />}
    </>
  )
}
