import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CampaignValues } from '#client/features/admin/campaigns/campaign-form.ts'
import { useSettled } from '#client/features/admin/campaigns/use-settled.ts'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { MailFrame } from './mail-frame.tsx'

/** The pause in typing before the mail is rendered again. */
const PAUSE_MS = 500

type CampaignPreviewProps = {
  values: CampaignValues
  isShown: boolean
  onShow: (isShown: boolean) => void
}

export function CampaignPreview({ values, isShown, onShow }: CampaignPreviewProps) {
  return (
    <section className="box campaign-box" aria-labelledby="mailing-preview">
      <div className="campaign-box-head">
        <h2 id="mailing-preview">Preview</h2>
        <Button size="sm" aria-expanded={isShown} onClick={() => onShow(!isShown)}>
          {isShown ? copy.hidePreview : copy.showPreview}
        </Button>
      </div>
      {isShown && <Preview values={values} />}
    </section>
  )
}

function Preview({ values: { recipients, subject, htmlContent, textContent } }: { values: CampaignValues }) {
  const utils = trpc.useUtils()
  const written = { recipients, subject: subject.trim() || 'No subject yet', htmlContent, textContent }
  const settled: typeof written = JSON.parse(useSettled(JSON.stringify(written), PAUSE_MS))
  const hasContent = htmlContent.trim() !== '' && settled.htmlContent.trim() !== ''
  const mail = useQuery({
    queryKey: [['admin', 'campaigns', 'preview'], settled],
    queryFn: () => utils.client.admin.campaigns.preview.mutate(settled),
    placeholderData: keepPreviousData,
    enabled: hasContent,
    gcTime: 0,
  })
  if (!hasContent) return <p className="quiet">Write something, and it stands here as it will arrive.</p>
  return (
    <Fetched query={mail} skeleton={<Skeleton height="picture" />}>
      {(data) => <MailFrame {...data} />}
    </Fetched>
  )
}
