import { keepPreviousData } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { codeLabels, personLabels } from '#client/features/admin/operations/operations-labels.ts'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { CursorPager } from '#client/features/admin/parts/pager.tsx'
import { formatShortMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { securityMessages } from '#shared/messages/admin.ts'
import {
  SECURITY_EVENTS,
  type SecurityEventKind,
  type SecurityEventsOutput,
} from '#shared/schemas/security-events.ts'

type Choice = { kind: SecurityEventKind | ''; cursor: string | null }

export function SecurityEvents() {
  const [choice, setChoice] = useState<Choice>({ kind: '', cursor: null })
  const kind = choice.kind || null
  const { cursor } = choice
  const query = trpc.admin.securityEvents.useQuery(
    { kind, cursor },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <div className="admin-section">
      <OperationsPart title={securityMessages.events} query={query}>
        {({ events, nextCursor }) => (
          <>
            <div className="operations-choices">
              <ListChoice
                label="Event"
                value={choice.kind}
                options={[['', 'All events'], ...SECURITY_EVENTS.map((one) => [one, EVENTS[one]] as const)]}
                onChange={(next) => setChoice({ kind: next, cursor: null })}
              />
            </div>
            {events.length > 0 ? (
              <Events events={events} />
            ) : (
              <Empty
                symbol={<ShieldCheck aria-hidden="true" />}
                title={kind === null ? securityMessages.noEvents : securityMessages.noneOfKind}
              />
            )}
            <CursorPager
              noun="events"
              cursor={cursor}
              nextCursor={nextCursor}
              onCursorChange={(next) => setChoice({ ...choice, cursor: next })}
            />
          </>
        )}
      </OperationsPart>
    </div>
  )
}

function Events({ events }: { events: SecurityEventsOutput['events'] }) {
  return (
    <DataTable
      caption="Security events"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { heading: 'What', rowHeading: true, cell: ({ kind }) => securityEventLabels(kind) },
        { heading: 'When', cell: ({ at }) => <span className="figure">{formatShortMinute(at)}</span> },
        { heading: 'Account', cell: ({ subject }) => <Account subject={subject} /> },
        { heading: 'From', cell: ({ address }) => <span className="figure">{address ?? '–'}</span> },
      ]}
    />
  )
}

function Account({ subject }: { subject: SecurityEventsOutput['events'][number]['subject'] }) {
  const { kind, id, name } = subject
  if (id === null) return <span className="operations-name">{`No such ${kind}`}</span>
  return (
    <span className="operations-name">
      <EmailText email={personLabels(subject)} />
      {name !== null && <span className="second-line">{codeLabels(kind)}</span>}
    </span>
  )
}

const EVENTS: Readonly<Record<SecurityEventKind, string>> = {
  'signIn.succeeded': 'Signed in',
  'signIn.failed': 'Sign-in failed',
  'signIn.locked': 'Sign-in locked, too many tries',
  'signIn.codeSent': 'Right password, code sent',
  'code.failed': 'Wrong code',
  'code.locked': 'Code locked, too many tries',
  'stepUp.succeeded': 'Confirmed with a code',
  'stepUp.failed': 'Wrong code to confirm',
  'stepUp.locked': 'Confirming locked, too many tries',
  'stepUp.required': 'Asked to confirm with a code',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'password.failed': 'Wrong password, while signed in',
  'password.locked': 'Password locked, too many tries',
  'email.changeAsked': 'Change of email asked for',
  'email.changed': 'Email changed',
  'secondFactor.added': 'Authenticator app added',
  'secondFactor.removed': 'Authenticator app removed',
  'recoveryCodes.renewed': 'New recovery codes',
  'session.revoked': 'One device signed out',
  'sessions.revoked': 'All devices signed out',
  'access.refused': 'Asked for another student’s data',
}

const WORDS: Readonly<Record<string, string>> = EVENTS

/** What happened, in plain words; a kind of event without words goes by its own name. */
function securityEventLabels(kind: string): string {
  return WORDS[kind] ?? codeLabels(kind)
}
