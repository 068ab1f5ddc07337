import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type CampaignForm,
  type CampaignValues,
  isWritten,
} from '#client/features/admin/campaigns/campaign-form.ts'
import { AUDIENCES, peopleLabel } from '#client/features/admin/campaigns/campaign-labels.ts'
import { type Audience, useAudience } from '#client/features/admin/campaigns/use-audience.ts'
import type { Campaign, useSendCampaign } from '#client/features/admin/campaigns/use-campaign.ts'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { detailsOf, RuledList } from '#client/ui/detail-list.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Field, Textarea, TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { AudienceFields } from './audience-fields.tsx'
import { TemplateFields, type TemplateSheet } from './template-fields.tsx'

type CampaignEditorProps = {
  campaign: Campaign
  send: ReturnType<typeof useSendCampaign>
  template: TemplateSheet
  onTemplateChange: (template: TemplateSheet) => void
  /** Between what is written and the buttons that send it. */
  preview: ReactNode
}

type Written = 'subject' | 'htmlContent'

export function CampaignEditor({ campaign, send, template, onTemplateChange, preview }: CampaignEditorProps) {
  const { form, values } = campaign
  const [tab, setTab] = useState('compose')
  const [asking, setConfirming] = useState<CampaignForm | null>(null)
  const focusLater = useLaterFocus(send.isPending)
  const audience = useAudience(values)
  const test = useTestSend(campaign)
  const isReady = tab === 'compose' && values.subject.trim() !== '' && values.htmlContent.trim() !== ''
  const hasNoRecipient = audience.count === 0 && values.recipients !== 'custom'

  /** What is missing is said, and lies in the tab that is shown. */
  function sayMissing(missing: Written) {
    toast({ title: copy.missingTitle, description: copy.missing, tone: 'bad' })
    setTab('compose')
    focusLater(() => form.setFocus(missing))
  }

  const submit = form.handleSubmit(
    (written) => setConfirming(hasNoRecipient ? null : written),
    ({ subject, htmlContent }) => {
      if (subject || htmlContent) sayMissing(subject ? 'subject' : 'htmlContent')
    },
  )

  async function sendTest() {
    if (await form.trigger(['subject', 'htmlContent'])) return test.mutate()
    sayMissing(form.getFieldState('subject').invalid ? 'subject' : 'htmlContent')
  }

  return (
    <form onSubmit={submit} noValidate aria-label={copy.title}>
      <BusyFieldset className="form" busy={send.isPending}>
        <AudienceFields form={form} audience={audience} />
        <Tabs
          label="Ways to write it"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'compose', label: copy.compose, content: <ComposeFields form={form} /> },
            {
              value: 'template',
              label: copy.useTemplate,
              content: (
                <TemplateFields
                  isReplacing={values.htmlContent.trim() !== ''}
                  template={template}
                  onTemplateChange={onTemplateChange}
                  onGenerated={({ subject, html }) => {
                    form.setValue('subject', subject, { shouldDirty: true })
                    form.setValue('htmlContent', html, { shouldDirty: true })
                    form.clearErrors(['subject', 'htmlContent'])
                    setTab('compose')
                    focusLater(() => form.setFocus('subject'))
                  }}
                />
              ),
            },
          ]}
        />
        {preview}
        <Row>
          <Button loading={test.isPending} loadingText="Sending a test…" onClick={() => void sendTest()}>
            Send a test to me
          </Button>
          <Button
            type="submit"
            variant={isReady ? 'go' : 'line'}
            disabledWhy={hasNoRecipient && 'There is nobody to send it to.'}
            loading={send.isPending}
            loadingText="Sending…"
          >
            {audience.count === null ? 'Send' : copy.send(audience.count)}
          </Button>
        </Row>
        <DraftState campaign={campaign} />
      </BusyFieldset>
      {asking && (
        <SendDialog
          form={asking}
          audience={audience}
          loading={send.isPending}
          onConfirm={() => send.mutate(asking, { onSettled: () => setConfirming(null) })}
          onClose={() => setConfirming(null)}
        />
      )}
    </form>
  )
}

function useTestSend({ form }: Campaign) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'campaigns']],
    mutationFn() {
      const { recipients, subject, htmlContent, textContent } = form.getValues()
      const mail = { recipients, subject, htmlContent, textContent }
      return confirmed(() => utils.client.admin.campaigns.sendTest.mutate(mail))
    },
    onSuccess(answer) {
      if (answer === NOT_CONFIRMED) return
      toast({ title: copy.testSent, description: `To ${answer.to}.`, tone: 'good' })
    },
    onError: (error) => toastFailure(copy.testFailed, error),
  })
}

function DraftState({ campaign: { draft, values, isKept, keep } }: { campaign: Campaign }) {
  if (draft.error !== null && !isKept) {
    return (
      <Note
        tone="bad"
        title="Not saved"
        actions={<Button onClick={() => void keep()}>Save as a draft</Button>}
      >
        {draft.error}
      </Note>
    )
  }
  if (!isWritten(values)) return null
  return (
    <p className="quiet small">
      {isKept && draft.savedAt ? `Draft saved on ${formatMinute(draft.savedAt)}.` : 'Saving as a draft…'}
    </p>
  )
}

type SendDialogProps = {
  form: CampaignForm
  audience: Audience
  loading: boolean
  onConfirm: () => void
  onClose: () => void
}

function SendDialog({ form, audience, loading, onConfirm, onClose }: SendDialogProps) {
  const { count, list } = audience
  const repeated = list?.repeated.length ?? 0
  const suppressed = list?.suppressed.length ?? 0
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={count === null ? 'Send it?' : `Send to ${peopleLabel(count)}?`}
      confirmText={count === null ? 'Send' : copy.send(count)}
      loading={loading}
      onConfirm={onConfirm}
    >
      <RuledList
        details={detailsOf([
          ['Subject', <Value key="subject" text={form.subject} />],
          ['Recipients', AUDIENCES[form.recipients]],
          ['Basis', form.recipients === 'custom' && form.basis && <Value key="basis" text={form.basis} />],
          ['Written twice', repeated > 0 && `${repeated}, one email each`],
          ['Left out', suppressed > 0 && `${suppressed} who said no`],
        ])}
      />
      <p className="campaign-question">
        Nobody can take an email back. While it goes out you can pause it, or cancel what has not gone.
      </p>
    </ConfirmDialog>
  )
}

type ComposeFieldsProps = { form: UseFormReturn<CampaignValues, unknown, CampaignForm> }

const MailEditor = lazy(async () => ({
  default: (await import('#client/features/admin/campaigns/editor/mail-editor.tsx')).MailEditor,
}))

function ComposeFields({ form }: ComposeFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="form">
      <TextField
        label="Subject"
        maxLength={200}
        autoComplete="off"
        error={ownWords(errors.subject?.message, copy.subjectMissing)}
        {...register('subject')}
      />
      <Suspense fallback={<Skeleton height="picture" />}>
        <MailEditor
          html={form.watch('htmlContent')}
          onChange={(html) =>
            form.setValue('htmlContent', html, {
              shouldDirty: true,
              shouldValidate: errors.htmlContent !== undefined,
            })
          }
        />
      </Suspense>
      <details
        className="behind"
        open={isOpen || errors.htmlContent !== undefined || errors.textContent !== undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{copy.asText}</summary>
        <div className="form">
          <Field
            label="HTML content"
            hint="The same text as HTML, between the shop’s name and its foot. Scripts and forms are taken out."
            error={ownWords(errors.htmlContent?.message, copy.contentMissing)}
          >
            <Textarea className="campaign-html" rows={7} spellCheck={false} {...register('htmlContent')} />
          </Field>
          <Field
            label="Plain text content"
            optional
            hint="Left empty, it is made from the HTML."
            error={errors.textContent?.message}
          >
            <Textarea rows={5} {...register('textContent')} />
          </Field>
        </div>
      </details>
    </div>
  )
}

/** The notice speaks of both fields, each field of itself. */
function ownWords(error: string | undefined, words: string): string | undefined {
  return error === copy.missing ? words : error
}

function Value({ text }: { text: string }) {
  return <span className="campaign-value">{text}</span>
}
