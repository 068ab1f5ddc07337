import { type ReactNode, useId } from 'react'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { Split } from '#client/ui/layout.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'

type OperationsPartProps<Data> = {
  title: string
  query: { data: Data | undefined; error: unknown; isError: boolean; refetch: () => unknown }
  /** Beside the heading. */
  action?: ReactNode
  children: (data: Data) => ReactNode
}

/** One part of the page, loaded by itself: a queue that does not answer must not hide the rest. */
export function OperationsPart<Data>({ title, query, action, children }: OperationsPartProps<Data>) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <Split className="admin-bar">
        <h2 id={headingId}>{title}</h2>
        {action}
      </Split>
      <Fetched query={query} skeleton={<TableToCome rows={3} />} className="operations-lead" showsEveryError>
        {children}
      </Fetched>
    </section>
  )
}
