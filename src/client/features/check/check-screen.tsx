import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { capitalised, inWords } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { newPlaySession } from '#client/site/watching/play-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { CHECK_IDS, type CheckMeans } from './checks.ts'
import { CheckList } from './components/check-list.tsx'
import { ReportBox } from './components/report-box.tsx'
import { describeDevice, writeReport } from './report.ts'
import { type Checks, useChecks } from './use-checks.ts'

/** Why a video does not play: tests browser, picture, line and videos, and says in words what is wrong. */
export function CheckScreen() {
  const { seller } = usePageData()
  const { status } = useSession()
  const checks = useChecks(useMeans())
  const { state, outcomes, doneAt } = checks
  const [isPressed, press] = useRunOnceKnown(status !== 'loading', checks.run)
  return (
    <Page>
      <h1>Playback check</h1>
      <p className="lede">
        {capitalised(inWords(CHECK_IDS.length))} tests of what a film needs. They fetch a few megabytes at
        most and keep nothing.
      </p>
      <ScriptNeeded />
      <p className="row actions">
        <Button
          variant={state === 'done' ? 'line' : 'go'}
          loading={state === 'running' || isPressed}
          loadingText={state === 'running' ? 'Testing …' : 'One moment …'}
          onClick={press}
        >
          {state === 'done' ? 'Run the check again' : 'Start the check'}
        </Button>
      </p>
      <div role="status">
        {state === 'done' && <Summary outcomes={outcomes} isSignedOut={status === 'signed-out'} />}
      </div>
      <CheckList {...checks} isSignedOut={status === 'signed-out'} />
      {doneAt && <ReportBox report={writeReport(outcomes, describeDevice(doneAt))} email={seller.email} />}
    </Page>
  )
}

/** A press that comes before it is known who is signed in waits for that, and is not lost. */
function useRunOnceKnown(isKnown: boolean, run: () => void): [isPressed: boolean, press: () => void] {
  const [isPressed, setPressed] = useState(false)
  const runPressed = useEffectEvent(() => {
    setPressed(false)
    run()
  })
  const isDue = isPressed && isKnown
  useEffect(() => {
    if (isDue) runPressed()
  }, [isDue])
  return [isPressed, () => setPressed(true)]
}

/** A free piece for picture and line, and the student's videos where one is signed in. */
function useMeans(): CheckMeans {
  const { videos: films, promo, snippets } = usePageData()
  const { user } = useSession()
  const { client } = trpc.useUtils()
  const userId = user?.id ?? null
  return useMemo(() => {
    const playSession = `check-${newPlaySession()}`
    return {
      piece: (snippets[0] ?? promo)?.src ?? null,
      publicFile: films[0]?.imageUrl ?? '/',
      films:
        userId === null
          ? null
          : {
              list: () => client.progress.videos.query({ userId }),
              open: (videoId) => client.progress.open.mutate({ userId, videoId, playSession }),
              leave: () => client.progress.leave.mutate({ userId, playSession }),
            },
    }
  }, [client, userId, films, promo, snippets])
}

function Summary({ outcomes, isSignedOut }: Pick<Checks, 'outcomes'> & { isSignedOut: boolean }) {
  const states = Object.values(outcomes).map(({ state }) => state)
  if (states.includes('bad')) {
    return (
      <Note tone="bad" live="off" className="check-note" title="Something here stops films.">
        What it is, and what to do, stands below. If that does not help, send us the report.
      </Note>
    )
  }
  if (states.includes('caution')) {
    return (
      <Note
        tone="caution"
        className="check-note"
        title="Films should play, but something may get in the way."
      >
        What it is stands below.
      </Note>
    )
  }
  if (isSignedOut) {
    return (
      <Note
        tone="good"
        className="check-note"
        title="Browser, picture and connection work."
        actions={<LinkButton to={paths.login()}>Sign In</LinkButton>}
      >
        Sign in to test your films.
      </Note>
    )
  }
  return (
    <Note
      tone="good"
      className="check-note"
      title="Nothing here stops films."
      actions={<LinkButton to={paths.dashboard()}>Go to My Videos</LinkButton>}
    >
      If one still does not play, sign out and in, then send us the report and name the film.
    </Note>
  )
}
