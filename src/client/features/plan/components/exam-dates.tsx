import { type FormEvent, useState } from 'react'
import { errorText } from '#client/lib/error-text.ts'
import { formatDay } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Step } from '#client/ui/layout.tsx'
import { EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'
import { planMessages } from '#shared/messages/plan.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { PlanProps } from './today.tsx'

type Subject = (typeof EXAM_SUBJECTS)[number]

/** A day for each paper, all of them optional. */
export function ExamDates({ userId, plan, videos }: PlanProps & { userId: string }) {
  const utils = trpc.useUtils()
  const dayOf = (slug: Subject['slug']) => plan.exams.find(({ subject }) => subject === slug)?.day ?? ''
  const [days, setDays] = useState(() =>
    Object.fromEntries(EXAM_SUBJECTS.map(({ slug }) => [slug, dayOf(slug)])),
  )
  const save = trpc.progress.saveExamDates.useMutation({
    onSuccess() {
      toast({ title: planMessages.saved, tone: 'good' })
      void utils.progress.plan.invalidate()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({
      userId,
      dates: EXAM_SUBJECTS.map(({ slug }) => ({ subject: slug, day: days[slug] || null })),
    })
  }

  /** What stands beside a day: that there is no video, or that it closes too early. */
  function hintOf({ slug, category }: Subject): string | undefined {
    if (category === null) return 'No film of its own.'
    const day = days[slug]
    const video = videos.find(({ categorySlug }) => categorySlug === category)
    const planned = plan.videos.find(({ videoId }) => videoId === video?.id)
    if (!day || planned?.before !== 'closing' || day <= planned.lastDay) return undefined
    return `The film closes before this: watch it by ${formatDay(planned.lastDay)}.`
  }

  const field = (subject: Subject) => (
    <TextField
      key={subject.slug}
      type="date"
      label={subject.name}
      hint={hintOf(subject)}
      min="2020-01-01"
      max="2099-12-31"
      value={days[subject.slug] ?? ''}
      onChange={({ target }) => setDays({ ...days, [subject.slug]: target.value })}
    />
  )
  const dated = EXAM_SUBJECTS.filter(({ slug }) => dayOf(slug))
  const others = EXAM_SUBJECTS.filter(({ slug }) => !dayOf(slug))
  const button = (
    <Button type="submit" loading={save.isPending} loadingText="Saving…">
      Save the dates
    </Button>
  )

  return (
    <Step heading="Exam dates">
      <form onSubmit={submit}>
        <p className="quiet">All dates are optional: enter those you know.</p>
        <BusyFieldset className="form" busy={save.isPending}>
          {save.isError && (
            <Note tone="bad" title={planMessages.saveFailed}>
              {errorText(save.error, networkMessages.failed)}
            </Note>
          )}
          {dated.length > 0 && <div className="exam-dates">{dated.map(field)}</div>}
          {others.length > 0 && (
            <details className="behind">
              <summary>{planMessages.addDate}</summary>
              <div className="exam-dates">{others.map(field)}</div>
              {dated.length === 0 && button}
            </details>
          )}
          {dated.length > 0 && button}
        </BusyFieldset>
      </form>
    </Step>
  )
}
