import type { UseFormReturn } from 'react-hook-form'
import type { CampaignForm, CampaignValues } from '#client/features/admin/campaigns/campaign-form.ts'
import { Field, Textarea, TextField } from '#client/ui/field.tsx'

type ComposeFieldsProps = { form: UseFormReturn<CampaignValues, unknown, CampaignForm> }

export function ComposeFields({ form: { register, formState } }: ComposeFieldsProps) {
  const { errors } = formState
  return (
    <div className="form">
      <TextField
        label="Subject"
        maxLength={200}
        autoComplete="off"
        error={errors.subject?.message}
        {...register('subject')}
      />
      <Field
        label="HTML content"
        hint="What stands between the shop’s name and its foot. Scripts and forms are taken out."
        error={errors.htmlContent?.message}
      >
        <Textarea className="campaign-html" rows={14} spellCheck={false} {...register('htmlContent')} />
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
  )
}
