import { useState } from 'react'
import { EMPTY_TEMPLATE, isBegun } from '#client/features/admin/campaigns/templates.ts'
import { useMailing } from '#client/features/admin/campaigns/use-campaign.ts'
import { useSendMailing } from '#client/features/admin/campaigns/use-send-campaign.ts'
import { useSentMailings } from '#client/features/admin/campaigns/use-sent-campaigns.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { useUnloadGuard } from '#client/lib/use-unload-guard.ts'
import { MailingEditor } from './campaign-editor.tsx'
import { MailingHistory } from './campaign-history.tsx'
import { MailingPreview } from './campaign-preview.tsx'
import { MailingProgress } from './campaign-progress.tsx'
import { DraftsBox } from './drafts-box.tsx'

/** The sheet, what it will look like, and everything that was sent. */
export function MailingDesk() {
  const mailing = useMailing()
  const sent = useSentMailings()
  const [template, setTemplate] = useState(EMPTY_TEMPLATE)
  const isTemplateBegun = isBegun(template)
  const send = useSendMailing({ mailing, onSent: sent.watch })
  useUnloadGuard(!mailing.isKept || send.isPending)
  // What is on the sheet is saved when this screen is left; a begun template is not, nor what could not be saved.
  const guard = useLeaveGuard(isTemplateBegun || (!mailing.isKept && mailing.draft.fault !== null))
  return (
    <>
      <div className="campaign">
        <MailingEditor mailing={mailing} send={send} template={template} onTemplateChange={setTemplate} />
        <div className="campaign-beside">
          {sent.watched && <MailingProgress key={sent.watched} id={sent.watched} />}
          <MailingPreview values={mailing.values} />
          <DraftsBox mailing={mailing} />
        </div>
      </div>
      <LeaveQuestion guard={guard}>
        {isTemplateBegun
          ? 'What you filled into the template is not on the sheet yet.'
          : 'The draft could not be saved.'}
      </LeaveQuestion>
      <MailingHistory
        history={sent.history}
        onUseAgain={async (values) => {
          await mailing.keep()
          mailing.begin(values)
        }}
      />
    </>
  )
}
