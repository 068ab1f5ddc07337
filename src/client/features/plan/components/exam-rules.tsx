import { capitalised, formatDay, inWords } from '#client/lib/format.ts'
import { Stack, Step } from '#client/ui/layout.tsx'
import { EXAM_RULES, EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'

/** The rules the plan knows, where they are from, and when that was read last. */
export function ExamRules({ allPassedBy }: { allPassedBy: string | null }) {
  const { monthsForAll, monthsValid, checkedOn, law, source, changes } = EXAM_RULES
  return (
    <Step heading="The rules it knows">
      <Stack>
        <p>
          {capitalised(inWords(EXAM_SUBJECTS.length))} papers. All have to be passed within {monthsForAll}{' '}
          months, counted from the end of the month of your first attempt
          {allPassedBy !== null && (
            <>
              : by the dates above, until <b>{formatDay(allPassedBy)}</b>
            </>
          )}
          . For the licence the passes count {monthsValid} months from the last of them.
        </p>
        <p className="quiet small">
          {law}. Source:{' '}
          <a className="link" href={source.url}>
            {source.name}
          </a>
          . Last checked {formatDay(checkedOn)}. The rules are changing (
          <a className="link" href={changes.url}>
            {changes.name}
          </a>
          ): your school knows what holds on the day.
        </p>
      </Stack>
    </Step>
  )
}
