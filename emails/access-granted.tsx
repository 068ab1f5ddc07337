import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { VideoDates } from './components/video-dates.tsx'
import { hello, listOf, longDate } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'access-granted'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  change: 'granted',
  videos: [
    { title: 'Air Law', expiresAt: '2027-02-28T23:59:59.999Z' },
    { title: 'Navigation', expiresAt: '2027-02-28T23:59:59.999Z' },
  ],
}

function heading({ change, videos }: Props): string {
  const isOne = videos.length === 1
  const what = isOne ? 'A film' : `${videos.length} films`
  if (change === 'extended') return `${what} ${isOne ? 'stays' : 'stay'} open longer`
  return `${what} ${isOne ? 'is' : 'are'} open to you`
}

export const subject = heading

/** The seller granted videos without a purchase, or moved their last day. */
export function AccessGranted(props: Props) {
  const { site, username, change, videos } = props
  const titles = listOf(videos.map(({ title }) => title))
  const [first] = videos
  return (
    <Layout
      site={site}
      title={heading(props)}
      preview={`${titles}${first ? `, until ${longDate(first.expiresAt)}` : ''}.`}
      reason="You get this email because the instructor changed what your account can watch."
    >
      <Paragraph>
        {hello(username)}{' '}
        {change === 'granted'
          ? 'The instructor opened this to you. There is nothing to pay:'
          : 'The instructor gave you more time. There is nothing to pay:'}
      </Paragraph>
      <VideoDates videos={videos} />
      <Action href={`${site.publicUrl}/dashboard`} label="Go to My Videos" />
      <Quiet>Where you stopped is kept. A question? Reply to this email.</Quiet>
    </Layout>
  )
}
