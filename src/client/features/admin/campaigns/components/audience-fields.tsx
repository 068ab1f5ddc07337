import type { UseFormReturn } from 'react-hook-form'
import type { CampaignForm, CampaignValues } from '#client/features/admin/campaigns/campaign-form.ts'
import { AUDIENCES, inFigures } from '#client/features/admin/campaigns/campaign-labels.ts'
import type { Audience } from '#client/features/admin/campaigns/use-audience.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Select, Textarea, TextField } from '#client/ui/field.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { bulkRecipients } from '#shared/schemas/campaigns.ts'

type AudienceFieldsProps = {
  form: UseFormReturn<CampaignValues, unknown, CampaignForm>
  audience: Audience
}

export function AudienceFields({ form: { register, formState }, audience }: AudienceFieldsProps) {
  const { errors } = formState
  return (
    <>
      <div className="campaign-audience">
        <Field label="Recipients" error={errors.recipients?.message}>
          <Select {...register('recipients')}>
            {bulkRecipients.options.map((recipients) => (
              <option key={recipients} value={recipients}>
                {AUDIENCES[recipients]}
              </option>
            ))}
          </Select>
        </Field>
        <p className="campaign-count" role="status">
          <Count audience={audience} />
        </p>
      </div>
      {audience.count === 0 && audience.list === null && <p className="quiet">{copy.nobody}</p>}
      {audience.list && (
        <>
          <Field
            label="Email addresses"
            hint="One a line. Spaces and empty lines do no harm."
            error={errors.list?.message}
            after={<ListCheck list={audience.list} isRefused={errors.list !== undefined} />}
          >
            <Textarea
              rows={6}
              spellCheck={false}
              autoComplete="off"
              {...(audience.list.invalid.length > 0 && { 'aria-invalid': true })}
              {...register('list')}
            />
          </Field>
          <TextField
            label="Why may you write to them?"
            hint="Kept with the mailing: “Asked for news at the open day on 3 May”. The law wants a yes, or a customer of yours."
            maxLength={500}
            autoComplete="off"
            error={errors.basis?.message}
            {...register('basis')}
          />
        </>
      )}
    </>
  )
}

function Count({ audience: { count, isError, refetch } }: { audience: Audience }) {
  if (count !== null) {
    return (
      <Badge>
        {/* One part: between two the badge puts a gap of its own. */}
        <span>
          <span className="figure">{inFigures.format(count)}</span> {count === 1 ? 'recipient' : 'recipients'}
        </span>
      </Badge>
    )
  }
  if (!isError) return <Spinner label="Counting" />
  return (
    <>
      Not counted.{' '}
      <Button size="sm" onClick={refetch}>
        Count again
      </Button>
    </>
  )
}

/** So many are named; the rest is counted. */
const NAMED = 8

type ListCheckProps = {
  list: NonNullable<Audience['list']>
  /** The field says already what is no address. */
  isRefused: boolean
}

function ListCheck({ list, isRefused }: ListCheckProps) {
  const findings = [
    { kind: 'stop', what: 'No email address', lines: isRefused ? [] : list.invalid },
    { kind: 'forward', what: 'Written twice, mailed once', lines: list.repeated },
    { kind: 'forward', what: 'Said no to news, left out', lines: list.suppressed },
  ] as const satisfies readonly { kind: StatusKind; what: string; lines: readonly string[] }[]
  return (
    <div role="status" className="campaign-findings">
      {findings.map(
        ({ kind, what, lines }) =>
          lines.length > 0 && (
            <p key={what}>
              <Status kind={kind} wrap>
                {what}: {nameSome(lines)}
              </Status>
            </p>
          ),
      )}
    </div>
  )
}

function nameSome(lines: readonly string[]): string {
  const named = lines.slice(0, NAMED).map((line) => line.slice(0, 60))
  const more = lines.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
