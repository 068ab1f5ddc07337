import { useState } from 'react'
import { accessLabels, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import type { AccessOutput, WatchedOutput } from '#shared/schemas/admin-orders.ts'
import { OrderExtendDialog } from './order-extend-dialog.tsx'

type OrderAccessProps = { access: readonly AccessOutput[]; watched: readonly WatchedOutput[] }

/** Every video a student ever had, bought or given. */
export function OrderAccess({ access, watched }: OrderAccessProps) {
  const [extending, setExtending] = useState<AccessOutput | null>(null)
  const progress = new Map(watched.map((video) => [video.videoId, video]))
  return (
    <>
      <h2 className="order-heading">Films</h2>
      {access.length === 0 ? (
        <p className="quiet">No film has been open to them.</p>
      ) : (
        <DataTable
          caption="Films of this student"
          rows={access}
          rowKey={({ id }) => id}
          columns={[
            {
              heading: 'Film',
              rowHeading: true,
              cell: ({ title, grantReason }) => (
                <>
                  {title}
                  <span className="second-line">
                    {grantReason === null ? 'Bought' : `Given: ${grantReason}`}
                  </span>
                </>
              ),
            },
            { heading: 'Watched', cell: ({ videoId }) => watchedLabel(progress.get(videoId) ?? null) },
            {
              heading: 'Access',
              cell: (row) => {
                const { kind, words } = accessLabels(row)
                return <Status kind={kind}>{words}</Status>
              },
            },
            {
              heading: 'Extend',
              hideHeading: true,
              cell: (row) =>
                row.revokedAt === null && (
                  <Button
                    size="sm"
                    aria-label={`Extend access to ${row.title}`}
                    onClick={() => setExtending(row)}
                  >
                    Extend
                  </Button>
                ),
            },
          ]}
        />
      )}
      {extending && <OrderExtendDialog access={extending} onClose={() => setExtending(null)} />}
    </>
  )
}
