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
  // What is typed outlives a new plan, and every field stays where it was at first.
  const [typed, setTyped] = useState<Partial<Record<Subject['slug'], string>>>({})
  const [dated] = useState(() => EXAM_SUBJECTS.filter(({ slug }) => dayOf(slug)))
  const others = EXAM_SUBJECTS.filter((subject) => !dated.includes(subject))
  const dayIn = (slug: Subject['slug']) => typed[slug] ?? dayOf(slug)
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
      dates: EXAM_SUBJECTS.map(({ slug }) => ({ subject: slug, day: dayIn(slug) || null })),
    })
  }

  /** What stands beside a day: that there is no video, or that it closes too early. */
  function hintOf({ slug, category }: Subject): string | undefined {
    if (category === null) return 'No film of its own.'
    const day = dayIn(slug)
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
      value={dayIn(subject.slug)}
      onChange={({ target }) => setTyped({ ...typed, [subject.slug]: target.value })}
    />
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
            <details
              className="behind"
              // A browser says nothing of a wrong date that it cannot show, and sends nothing.
              onInvalidCapture={({ currentTarget }) => {
                currentTarget.open = true
              }}
            >
              <summary>{planMessages.addDate}</summary>
              <div className="exam-dates">{others.map(field)}</div>
            </details>
          )}
          <Button type="submit" loading={save.isPending} loadingText="Saving…">
            Save the dates
          </Button>
        </BusyFieldset>
      </form>
    </Step>
  )
}
