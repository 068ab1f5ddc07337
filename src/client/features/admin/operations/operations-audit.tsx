import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { CursorPager } from '#client/features/admin/parts/pager.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import { ACTOR_KINDS, type AuditChoicesOutput } from '#shared/schemas/operations.ts'
import { OperationsEntries } from './operations-entries.tsx'
import { ACTOR_WORDS, codeLabels } from './operations-labels.ts'
import { OperationsPart } from './operations-part.tsx'

type Choice = { action: string; actor: string; cursor: string | null }

const EVERYTHING: Choice = { action: '', actor: '', cursor: null }

/** Who did what, the newest first. */
export function OperationsAudit() {
  const [choice, setChoice] = useState(EVERYTHING)
  const { action, actor, cursor } = choice
  const actorKind = ACTOR_KINDS.find((kind) => kind === actor) ?? null
  const adminId = actorKind === null && actor !== '' ? actor : null
  const log = trpc.admin.operations.audit.useQuery(
    { action, actorKind, adminId, cursor },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const choices = trpc.admin.operations.auditChoices.useQuery(undefined, { staleTime: 0 })
  const isNarrowed = action !== '' || actor !== ''
  return (
    <OperationsPart title={operationsMessages.audit} query={log}>
      {({ entries, nextCursor }) => (
        <>
          <Choices choice={choice} choices={choices.data} onChange={setChoice} />
          {entries.length > 0 ? (
            <OperationsEntries entries={entries} />
          ) : (
            <Empty
              symbol={<ScrollText aria-hidden="true" />}
              title={isNarrowed ? operationsMessages.noneMatch : operationsMessages.noEntries}
              action={
                isNarrowed && (
                  <Button size="sm" onClick={() => setChoice(EVERYTHING)}>
                    Show everything
                  </Button>
                )
              }
            />
          )}
          <CursorPager
            noun="entries"
            cursor={cursor}
            nextCursor={nextCursor}
            onCursorChange={(next) => setChoice({ ...choice, cursor: next })}
          />
        </>
      )}
    </OperationsPart>
  )
}

type ChoicesProps = {
  choice: Choice
  /** Absent until they are known. */
  choices: AuditChoicesOutput | undefined
  onChange: (choice: Choice) => void
}

/** Again from the newest entry: a page of another choice would be a page of nothing. */
function Choices({ choice, choices, onChange }: ChoicesProps) {
  const kinds = ACTOR_KINDS.map((kind) => ({ value: kind, label: ACTOR_WORDS[kind] }))
  const admins = choices?.admins.map(({ id, email }) => ({ value: id, label: email })) ?? []
  return (
    <div className="operations-choices">
      <ListChoice
        label="Action"
        all="All actions"
        value={choice.action}
        options={choices?.actions.map((one) => ({ value: one, label: codeLabels(one) })) ?? []}
        onChange={(action) => onChange({ ...choice, action, cursor: null })}
      />
      <ListChoice
        label="Done by"
        all="Everybody"
        value={choice.actor}
        options={[...kinds, ...admins]}
        onChange={(actor) => onChange({ ...choice, actor, cursor: null })}
      />
    </div>
  )
}
