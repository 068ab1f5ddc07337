import { Link } from 'react-router'
import { CHECK_IDS, CHECK_NAMES, type CheckId } from '#client/features/check/checks.ts'
import type { Outcome } from '#client/features/check/outcome.ts'
import type { Checks } from '#client/features/check/use-checks.ts'
import { paths } from '#client/site/paths.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'

const WHAT: Readonly<Record<CheckId, string>> = {
  browser: 'Cookies and storage',
  picture: 'A free clip, played without sound',
  line: 'A short download, timed',
  films: 'Each film you own, opened briefly',
}

const SHAPES: Readonly<Record<Outcome['state'], { kind: StatusKind; label: string }>> = {
  good: { kind: 'done', label: 'Works' },
  caution: { kind: 'pending', label: 'Take care' },
  bad: { kind: 'stop', label: 'Stops films' },
  skipped: { kind: 'forward', label: 'Not tried' },
}

type CheckListProps = Pick<Checks, 'outcomes' | 'running'> & { isSignedOut: boolean }

/** The tests and what each found; the same rows for a visitor, so that nothing moves when it is known who this is. */
export function CheckList({ outcomes, running, isSignedOut }: CheckListProps) {
  return (
    <ol className="check-list" aria-label="Tests">
      {CHECK_IDS.map((id) => (
        <li key={id}>
          <div>
            <h2>{CHECK_NAMES[id]}</h2>
            <p className="quiet">{id === 'films' && isSignedOut ? <SignInFirst /> : WHAT[id]}</p>
          </div>
          <CheckState outcome={outcomes[id]} isRunning={running === id} />
        </li>
      ))}
    </ol>
  )
}

function SignInFirst() {
  return (
    <>
      Each film you own, once you{' '}
      <Link className="link" to={paths.login()}>
        sign in
      </Link>
    </>
  )
}

type CheckStateProps = { outcome: Outcome | undefined; isRunning: boolean }

function CheckState({ outcome, isRunning }: CheckStateProps) {
  if (isRunning) {
    return (
      <p className="row">
        <Spinner /> Testing …
      </p>
    )
  }
  if (!outcome) return <Status kind="not-started">Not tested yet</Status>
  const { kind, label } = SHAPES[outcome.state]
  return (
    <div>
      <Status kind={kind}>{label}</Status>
      <p className="check-finding">{outcome.text}</p>
      {outcome.advice && <p className="check-advice">{outcome.advice}</p>}
    </div>
  )
}
