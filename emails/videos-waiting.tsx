import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet, TextLink } from './components/text.tsx'
import { VideoDates } from './components/video-dates.tsx'
import { hello, listOf } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'films-waiting'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  videos: [
    { title: 'Navigation', expiresAt: '2027-02-21T10:42:00.000Z' },
    { title: 'Meteorology', expiresAt: '2027-02-23T18:00:00.000Z' },
  ],
}

export function subject({ videos }: Props): string {
  return videos.length === 1 ? 'Your film is waiting' : 'Your films are waiting'
}

export function VideosWaiting(props: Props) {
  const { site, username, videos } = props
  const titles = listOf(videos.map(({ title }) => title))
  return (
    <Layout
      site={site}
      title={subject(props)}
      preview={`${titles}: open, and not started.`}
      reason="You get this email once, because you bought films a week ago and have not started them."
    >
      <Paragraph>
        {hello(username)} These films are open to you, and their time runs from the day you bought them:
      </Paragraph>
      <VideoDates videos={videos} />
      <Action href={`${site.publicUrl}/dashboard`} label="Go to My Videos" />
      <Quiet>
        A film that does not play? <TextLink href={`${site.publicUrl}/check`}>The playback check</TextLink>{' '}
        finds out why, and an answer to this mail reaches a person.
      </Quiet>
    </Layout>
  )
}
