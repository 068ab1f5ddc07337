import { LoadError } from '#client/lib/load-error.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { RequireStudent, ScriptNeeded } from '#client/site/guards.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { Page, Step, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { planMessages } from '#shared/messages/plan.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { ExamDates } from './components/exam-dates.tsx'
import { ExamRules } from './components/exam-rules.tsx'
import { PlanDays } from './components/plan-days.tsx'
import { Today } from './components/today.tsx'

/** What to watch on which day, so that every video is watched before its exam and before it closes. */
export function PlanScreen() {
  return (
    <RequireStudent signInPath={paths.login()} pending={<PlanLoading />}>
      {(user) => <Plan key={user.id} userId={user.id} />}
    </RequireStudent>
  )
}

function Plan({ userId }: { userId: string }) {
  const { videos } = usePageData()
  // What was watched meanwhile is out of it, and so is yesterday.
  const plan = trpc.progress.plan.useQuery({ userId }, { staleTime: 0 })
  if (plan.isPending) return <PlanLoading />
  if (!plan.data) {
    return (
      <Page>
        <h1>{planMessages.title}</h1>
        <LoadError query={plan} className="page-part" title={planMessages.loadFailed} />
      </Page>
    )
  }
  const { data } = plan
  return (
    <Page>
      <PrintHead />
      <h1>{planMessages.title}</h1>
      <div className="plan">
        <TwoColumns
          asideLabel="Exams"
          aside={
            <>
              <ExamDates userId={userId} plan={data} videos={videos} />
              <ExamRules allPassedBy={data.allPassedBy} />
            </>
          }
        >
          <Today plan={data} videos={videos} />
          <PlanDays plan={data} videos={videos} />
        </TwoColumns>
      </div>
    </Page>
  )
}

function PlanLoading() {
  return (
    <Page>
      <h1>{planMessages.title}</h1>
      <ScriptNeeded />
      <Loading label={networkMessages.loading}>
        <TwoColumns aside={null}>
          <Step heading="Today">
            <Skeleton height="picture" />
          </Step>
        </TwoColumns>
      </Loading>
    </Page>
  )
}
