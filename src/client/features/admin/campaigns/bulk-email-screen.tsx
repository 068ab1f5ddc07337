import { useState } from 'react'
import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { useUnloadGuard } from '#client/lib/use-unload-guard.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/campaigns.ts'
import { CampaignEditor } from './components/campaign-editor.tsx'
import { CampaignHistory } from './components/campaign-history.tsx'
import { CampaignPreview } from './components/campaign-preview.tsx'
import { CampaignProgress } from './components/campaign-progress.tsx'
import { DraftsBox } from './components/drafts-box.tsx'
import { EMPTY_TEMPLATE, isBegun } from './components/template-fields.tsx'
import { useCampaign, useSendCampaign, useSentCampaigns } from './use-campaign.ts'

/** Writing to many, and what became of it (requirements §2). */
export function BulkEmailScreen() {
  return (
    <AdminFrame
      title={bulkEmailMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.emailPreview}>{emailPreviewMessages.title}</Link>
        </Button>
      }
    >
      <CampaignManager />
    </AdminFrame>
  )
}

/** The preview has a column of its own. */
const WIDE = '(width >= 75rem)'

function CampaignManager() {
  const campaign = useCampaign()
  const sent = useSentCampaigns()
  const [template, setTemplate] = useState(EMPTY_TEMPLATE)
  const isTemplateBegun = isBegun(template)
  const send = useSendCampaign({ campaign, onSent: sent.watch })
  useUnloadGuard(!campaign.isKept || send.isPending)
  const isWide = useMediaQuery(WIDE)
  // Kept here: the preview changes places where the window does. Beside what is written it is in sight from the start.
  const [isPreviewChosen, showPreview] = useState<boolean | null>(null)
  const isPreviewShown = isPreviewChosen ?? isWide
  const preview = <CampaignPreview values={campaign.values} isShown={isPreviewShown} onShow={showPreview} />
  // What is on the sheet is saved when this screen is left; a begun template is not, nor what could not be saved.
  const guard = useLeaveGuard(isTemplateBegun || (!campaign.isKept && campaign.draft.error !== null))
  return (
    <>
      <div className="campaign">
        <CampaignEditor
          campaign={campaign}
          send={send}
          template={template}
          onTemplateChange={setTemplate}
          preview={!isWide && preview}
        />
        <div className="campaign-beside">
          {sent.watched && <CampaignProgress key={sent.watched} id={sent.watched} />}
          {isWide && preview}
          <DraftsBox campaign={campaign} />
        </div>
      </div>
      <LeaveQuestion guard={guard}>
        {isTemplateBegun
          ? 'What you filled into the template is not on the sheet yet.'
          : 'The draft could not be saved.'}
      </LeaveQuestion>
      <CampaignHistory
        history={sent.history}
        onUseAgain={async (values) => {
          await campaign.keep()
          campaign.begin(values)
        }}
      />
    </>
  )
}
