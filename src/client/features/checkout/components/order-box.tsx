import type { ReactNode } from 'react'
import { formatPrice } from '#client/lib/format.ts'
import { Box, Split } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

type OrderBoxProps = {
  videos: readonly PageVideo[]
  /** As on the wire. */
  total: string
  totalLabel: string
  rows?: readonly MoneyRow[]
  /** At the end of a video's line. */
  actOn?: (video: PageVideo) => ReactNode
  children?: ReactNode
}

/** What was ordered, and for how much, beside what is said of its payment. */
export function OrderBox({ videos, total, totalLabel, rows = [], actOn, children }: OrderBoxProps) {
  const sum = { label: totalLabel, amount: formatPrice(total, { sums: true }), kind: 'total' } as const
  return (
    <Box>
      <h2 className="side-heading">{checkoutMessages.orderSummary}</h2>
      <ul className="order-box-videos">
        {videos.map((video) => (
          <li key={video.id}>
            <Split className="order-box-video">
              <SubjectName category={video.categorySlug}>{video.title}</SubjectName>
              {actOn?.(video)}
            </Split>
          </li>
        ))}
      </ul>
      <MoneyRows rows={[...rows, sum]} />
      {children}
    </Box>
  )
}
