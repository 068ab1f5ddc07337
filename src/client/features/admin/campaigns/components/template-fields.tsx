import { type HTMLInputTypeAttribute, useRef, useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Field, Select, Textarea, TextField } from '#client/ui/field.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { type BulkTemplateInput, bulkTemplateInput } from '#shared/schemas/campaigns.ts'

type TemplateFieldsProps = {
  /** Held outside: a tab that is not shown keeps nothing. */
  template: TemplateSheet
  onTemplateChange: (template: TemplateSheet) => void
  /** Something is written that the template would take the place of. */
  isReplacing: boolean
  onGenerated: (content: { subject: string; html: string }) => void
}

/** A few fields in place of HTML (requirements §2). */
export function TemplateFields({
  template,
  onTemplateChange,
  isReplacing,
  onGenerated,
}: TemplateFieldsProps) {
  const { type, texts } = template
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isConfirming, setConfirming] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const generate = trpc.admin.campaigns.generateTemplate.useMutation({
    onSuccess(content) {
      onTemplateChange(EMPTY_TEMPLATE)
      onGenerated(content)
      toast({ title: copy.templateFilledIn, description: copy.templateFilledInText, tone: 'good' })
    },
    onError: (error) => toastFailure(copy.templateFailed, error),
    onSettled: () => setConfirming(false),
  })
  const checked = bulkTemplateInput.safeParse({ ...texts, type: type === '' ? undefined : type })

  function press() {
    if (checked.success && isReplacing) return setConfirming(true)
    if (checked.success) return generate.mutate(checked.data)
    const found = checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
    setErrors(Object.fromEntries(found.toReversed()))
    fields.current?.querySelector<HTMLElement>(`[name="${found[0]?.[0]}"]`)?.focus()
  }

  function write(name: string, text: string) {
    const { [name]: _, ...others } = errors
    setErrors(others)
    onTemplateChange({ type, texts: { ...texts, [name]: text } })
  }

  return (
    <div className="form" ref={fields}>
      <Field label="Template" error={errors.type}>
        <Select
          name="type"
          value={type}
          onChange={({ target }) => {
            onTemplateChange({ type: isTemplateType(target.value) ? target.value : '', texts })
            setErrors({})
          }}
        >
          <option value="">Choose a template</option>
          {Object.keys(TEMPLATES)
            .filter(isTemplateType)
            .map((name) => (
              <option key={name} value={name}>
                {copy.templateNames[name]}
              </option>
            ))}
        </Select>
      </Field>
      {type !== '' &&
        TEMPLATES[type].map(({ name, label, optional = false, isLong = false, ...input }) => {
          const links = { name, value: texts[name] ?? '' }
          if (isLong) {
            return (
              <Field key={name} label={label} error={errors[name]} hint="An empty line begins a paragraph.">
                <Textarea rows={8} {...links} onChange={({ target }) => write(name, target.value)} />
              </Field>
            )
          }
          return (
            <TextField
              key={name}
              label={label}
              optional={optional}
              error={errors[name]}
              autoComplete="off"
              {...input}
              {...links}
              onChange={({ target }) => write(name, target.value)}
            />
          )
        })}
      <Button variant="go" loading={generate.isPending} loadingText="Generating…" onClick={press}>
        {copy.generate}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Replace what is written?"
        confirmText={copy.generate}
        loading={generate.isPending}
        onConfirm={() => checked.success && generate.mutate(checked.data)}
      >
        The template takes the place of the subject and the HTML that stand there now.
      </ConfirmDialog>
    </div>
  )
}

type TemplateType = BulkTemplateInput['type']

type TemplateField = {
  name: string
  label: string
  optional?: true
  isLong?: true
  type?: HTMLInputTypeAttribute
  inputMode?: 'url' | 'numeric'
  hint?: string
  maxLength?: number
}

/** What is filled in before there is a campaign of it; texts by the names of their fields. */
export type TemplateSheet = { type: TemplateType | ''; texts: Readonly<Record<string, string>> }

export const EMPTY_TEMPLATE: TemplateSheet = { type: '', texts: {} }

/** What is asked for each template, in the order of the requirement (§2). */
const TEMPLATES: Readonly<Record<TemplateType, readonly TemplateField[]>> = {
  courseUpdate: [
    { name: 'courseName', label: 'Course name', maxLength: 200 },
    { name: 'updateDetails', label: 'Update details', isLong: true },
  ],
  announcement: [
    { name: 'title', label: 'Title', maxLength: 200 },
    { name: 'message', label: 'Message', isLong: true },
    { name: 'ctaText', label: 'Call-to-action text', optional: true, maxLength: 100 },
    {
      name: 'ctaUrl',
      label: 'Call-to-action URL',
      optional: true,
      hint: 'A button wants both, its words and where it leads.',
      type: 'url',
      inputMode: 'url',
    },
  ],
  newsletter: [
    { name: 'month', label: 'Month', maxLength: 30 },
    { name: 'year', label: 'Year', inputMode: 'numeric', maxLength: 4 },
    { name: 'content', label: 'Content', isLong: true },
  ],
}

export function isBegun({ texts }: TemplateSheet): boolean {
  return Object.values(texts).some((text) => text.trim() !== '')
}

function isTemplateType(text: string): text is TemplateType {
  return Object.hasOwn(TEMPLATES, text)
}
