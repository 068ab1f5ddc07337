import { renewalMessages } from '#shared/messages/cart.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { startedAbovePercent } from '#shared/progress/progress.ts'
import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { VideoDates } from './components/video-dates.tsx'
import { hello, listOf, longDate } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'access-expiring'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  videos: [
    {
      title: 'Navigation',
      expiresAt: '2027-02-21T10:42:00.000Z',
      percent: 0,
      isCompleted: false,
      pricePence: 6_000,
    },
    {
      title: 'Meteorology',
      expiresAt: '2027-02-23T18:00:00.000Z',
      percent: 62,
      isCompleted: false,
      pricePence: 6_000,
    },
    {
      title: 'Air Law',
      expiresAt: '2027-02-23T18:00:00.000Z',
      percent: 100,
      isCompleted: true,
      pricePence: 6_000,
    },
  ],
}

/** Sent on the days that `closingReminderDays` of src/shared/calendar/reminders.ts names. */
export function subject({ videos }: Props): string {
  return videos.length === 1 ? 'One of your films closes soon' : `${videos.length} of your films close soon`
}

export function AccessExpiring({ site, username, videos, setPence }: Props) {
  const first = videos
    .map((video) => video.expiresAt)
    .reduce((earliest, at) => (at < earliest ? at : earliest))

  return (
    <Layout
      site={site}
      title={videos.length === 1 ? 'A film closes soon' : 'Your films close soon'}
      preview={`${listOf(videos.map((video) => video.title))}: the first closes on ${longDate(first)}.`}
      reason="You get this email because you bought films that are about to close."
    >
      <Paragraph>{hello(username)} These films close by themselves, and nothing renews by itself:</Paragraph>
      <VideoDates videos={videos.map((video) => ({ ...video, note: noteOf(video) }))} />
      <Paragraph>
        {whenToRenew(videos)} The new term begins where the old one ends, so that no day is lost.
        {setPence !== undefined && ` All of them together: ${formatPounds(pence(setPence))}.`}
      </Paragraph>
      <Action href={`${site.publicUrl}/dashboard`} label="Go to My Videos" />
      <Quiet>Later you can buy a film again; where you stopped is kept.</Quiet>
    </Layout>
  )
}

function noteOf(video: Props['videos'][number]): string {
  const { expiresAt, pricePence } = video
  if (pricePence === undefined) return watched(video)
  return `${watched(video)}. ${renewalMessages.offer(longDate(expiresAt), formatPounds(pence(pricePence)))}`
}

/** Where one cannot be renewed yet, the day from which the first can. */
function whenToRenew(videos: Props['videos']): string {
  const later = videos.flatMap(({ renewableFrom }) => renewableFrom ?? []).toSorted()[0]
  return later === undefined
    ? 'You can renew them on your dashboard now.'
    : `You can renew them on your dashboard from ${longDate(later)} on.`
}

function watched({ percent, isCompleted }: Props['videos'][number]): string {
  if (isCompleted) return 'Watched'
  return percent > startedAbovePercent ? `${percent}% watched` : 'Not watched yet'
}
