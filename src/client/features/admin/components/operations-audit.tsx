import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { operationsMessages } from '#shared/messages/operations.ts'
import { ACTOR_KINDS, type AuditChoicesOutput } from '#shared/schemas/operations.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { Row } from '../../../ui/wrap.tsx'
import { ACTOR_WORDS, codeWords } from '../operations-words.ts'
import { OperationsEntries } from './operations-entries.tsx'
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
          {(cursor !== null || nextCursor !== null) && (
            <Row className="mt-3">
              <Button
                size="sm"
                disabled={cursor === null}
                onClick={() => setChoice({ ...choice, cursor: null })}
              >
                Newest entries
              </Button>
              <Button
                size="sm"
                disabled={nextCursor === null}
                onClick={() => setChoice({ ...choice, cursor: nextCursor })}
              >
                Older entries
              </Button>
            </Row>
          )}
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

/** Anew from the newest entry: a page of another choice would be a page of nothing. */
function Choices({ choice, choices, onChange }: ChoicesProps) {
  return (
    <div className="operations-choices">
      <Field label="Action">
        <Select
          value={choice.action}
          onChange={({ target }) => onChange({ ...choice, action: target.value, cursor: null })}
        >
          <option value="">All actions</option>
          {choices?.actions.map((action) => (
            <option key={action} value={action}>
              {codeWords(action)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Done by">
        <Select
          value={choice.actor}
          onChange={({ target }) => onChange({ ...choice, actor: target.value, cursor: null })}
        >
          <option value="">Everybody</option>
          {ACTOR_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {ACTOR_WORDS[kind]}
            </option>
          ))}
          {choices?.admins.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
