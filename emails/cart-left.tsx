import { Action } from './components/action.tsx'
import { BulkFrame } from './components/bulk-frame.tsx'
import { Paragraph, Quiet, Title } from './components/text.tsx'
import { hello, listOf } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'basket-left'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  titles: ['Navigation', 'Meteorology'],
  unsubscribeUrl: `${previewSite.publicUrl}/api/unsubscribe/k3Jx0vQm8rT1yLw5`,
}

export function subject(_props: Props): string {
  return 'Your cart'
}

export function CartLeft(props: Props) {
  const { site, username, titles, unsubscribeUrl } = props
  return (
    <BulkFrame
      site={site}
      title="Your cart"
      unsubscribeUrl={unsubscribeUrl}
      reason="You get this email once, because you asked for news and left a checkout unfinished."
    >
      <Title>Your cart</Title>
      <Paragraph>
        {hello(username)} You were about to buy {listOf(titles)}, and nothing was paid.
      </Paragraph>
      <Paragraph>
        If something was in the way, answer this mail. If you changed your mind, that is all right too.
      </Paragraph>
      <Action href={`${site.publicUrl}/#videos`} label="See the films" />
      <Quiet>Prices are those shown in the shop today.</Quiet>
    </BulkFrame>
  )
}
