import { useState } from 'react'
import { EMPTY_TEMPLATE, isBegun } from '#client/features/admin/campaigns/templates.ts'
import { useCampaign } from '#client/features/admin/campaigns/use-campaign.ts'
import { useSendCampaign } from '#client/features/admin/campaigns/use-send-campaign.ts'
import { useSentCampaigns } from '#client/features/admin/campaigns/use-sent-campaigns.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { useUnloadGuard } from '#client/lib/use-unload-guard.ts'
import { CampaignEditor } from './campaign-editor.tsx'
import { CampaignHistory } from './campaign-history.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { DraftsBox } from './drafts-box.tsx'

/** The sheet, what it will look like, and everything that was sent. */
export function CampaignManager() {
  const campaign = useCampaign()
  const sent = useSentCampaigns()
  const [template, setTemplate] = useState(EMPTY_TEMPLATE)
  const isTemplateBegun = isBegun(template)
  const send = useSendCampaign({ campaign, onSent: sent.watch })
  useUnloadGuard(!campaign.isKept || send.isPending)
  // What is on the sheet is saved when this screen is left; a begun template is not, nor what could not be saved.
  const guard = useLeaveGuard(isTemplateBegun || (!campaign.isKept && campaign.draft.error !== null))
  return (
    <>
      <div className="campaign">
        <CampaignEditor campaign={campaign} send={send} template={template} onTemplateChange={setTemplate} />
        <div className="campaign-beside">
          {sent.watched && <CampaignProgress key={sent.watched} id={sent.watched} />}
          <CampaignPreview values={campaign.values} />
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
