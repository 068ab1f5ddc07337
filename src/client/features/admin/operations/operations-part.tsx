import { type ReactNode, useId } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { Split } from '#client/ui/layout.tsx'
import { Loading, TableToCome } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'

type OperationsPartProps<Data> = {
  title: string
  query: { data: Data | undefined; error: unknown; isError: boolean; refetch: () => unknown }
  /** Beside the heading. */
  action?: ReactNode
  children: (data: Data) => ReactNode
}

/** One part of the page, with a fate of its own: a queue that is away must not hide the rest. */
export function OperationsPart<Data>({ title, query, action, children }: OperationsPartProps<Data>) {
  const headingId = useId()
  const { data, isError } = query
  return (
    <section aria-labelledby={headingId}>
      <Split className="admin-bar">
        <h2 id={headingId}>{title}</h2>
        {action}
      </Split>
      {isError && <FailedPart query={query} className="operations-lead" />}
      {data === undefined && !isError && (
        <Loading label={networkMessages.loading}>
          <TableToCome rows={3} />
        </Loading>
      )}
      {data !== undefined && children(data)}
    </section>
  )
}
