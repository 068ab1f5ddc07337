import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'
import { Action } from './components/action.tsx'
import { CancellationRight } from './components/cancellation-right.tsx'
import { ContractTerms } from './components/contract-terms.tsx'
import { Layout } from './components/layout.tsx'
import { MoneyRows } from './components/money-rows.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, listOf, longDate, percentOfFraction, pounds, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'purchase-confirmation'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  orderId: 'ord_7Q2M9',
  orderedAt: '2026-11-21T10:42:00.000Z',
  invoiceNumber: 'INV-000123',
  paymentMethod: 'Card ending 4242',
  videos: [
    { title: 'Navigation', listPence: 6_000, expiresAt: '2027-02-21T10:42:00.000Z' },
    { title: 'Meteorology', listPence: 6_000, expiresAt: '2027-02-21T10:42:00.000Z' },
  ],
  deductions: [{ label: 'Club code HEDGEROW17, 10%', pence: 1_200 }],
  totalPence: 10_800,
  vatPence: 1_800,
  vatRate: 0.2,
  cancellation: {
    right: 'waived',
    wording: consentWordings[currentConsentVersion],
    agreedAt: '2026-11-21T10:41:00.000Z',
  },
}

export function subject({ videos }: Props): string {
  const state = videos.every(isRenewal) ? 'renewed' : 'open'
  return videos.length === 1 ? `Your film is ${state}` : `Your films are ${state}`
}

const isRenewal = ({ startsAt }: Props['videos'][number]) => startsAt !== undefined

function openWhen({ startsAt, expiresAt }: Props['videos'][number]): string {
  const until = `${longDate(expiresAt)}, ${timeOfDay(expiresAt)}`
  return startsAt === undefined
    ? `Open until ${until}`
    : `Renewed from ${longDate(startsAt)}, ${timeOfDay(startsAt)}, to ${until}`
}

function opening(videos: Props['videos']): string {
  const days = new Set(videos.map((video) => longDate(video.expiresAt)))
  const [day] = days
  const own = videos.length === 1 ? 'is' : 'are'
  const titles = listOf(videos.map((video) => video.title))
  if (days.size === 1 && day !== undefined) return `${titles} ${own} yours to watch until ${day}.`
  return `${titles} ${own} yours to watch, each until the day beside it.`
}

/** By the rate that was promised with the order: the seller may have registered or deregistered since. */
function vatLine({ totalPence, vatPence, vatRate }: Props): string {
  if (vatRate === 0) return 'No VAT is charged.'
  return `Includes ${pounds(vatPence)} VAT at ${percentOfFraction(vatRate)}; ${pounds(totalPence - vatPence)} before VAT.`
}

/** Confirms the contract on a durable medium: Consumer Contracts Regulations 2013, regulation 16. */
export function PurchaseConfirmation(props: Props) {
  const { site, username, orderedAt, videos, deductions, totalPence } = props
  const paid = props.paymentMethod === null ? 'There was nothing to pay.' : `Paid by: ${props.paymentMethod}.`

  return (
    <Layout
      site={site}
      title={subject(props)}
      preview={opening(videos)}
      reason="You get this email because you bought in this shop; keep it as the record of your contract."
    >
      <Paragraph>
        {hello(username)} {opening(videos)}{' '}
        {videos.length === 1 ? 'It closes by itself' : 'They close by themselves'} on that day, and nothing
        renews.
      </Paragraph>
      <Action href={`${site.publicUrl}/dashboard`} label="Go to My Videos" />
      <MoneyRows
        rows={[
          ...videos.map((video) => ({ label: video.title, note: openWhen(video), pence: video.listPence })),
          ...deductions.map(({ label, pence }) => ({ label, pence: -pence })),
        ]}
        total={{ label: 'Total', pence: totalPence }}
      />
      <Quiet>
        {vatLine(props)} Nothing is charged for delivery. {paid}
      </Quiet>
      <Quiet>
        Ordered on {longDate(orderedAt)} at {timeOfDay(orderedAt)}. Invoice number {props.invoiceNumber} is
        attached as a PDF; if you write, that is the number to give.
      </Quiet>
      <CancellationRight {...props} />
      <ContractTerms site={site} />
    </Layout>
  )
}
