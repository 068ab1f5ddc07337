import type { ReactNode } from 'react'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { FailedPart } from './failure.tsx'

type FetchedProps<Data> = {
  query: { data: Data | undefined; error: unknown; isError: boolean; refetch: () => unknown }
  /** What stands in its place while it is loaded. */
  skeleton?: ReactNode
  /** Of the alert when it cannot be loaded. */
  title?: string
  className?: string
  /** The alert stands above older data too. */
  showsEveryError?: boolean
  children: (data: Data) => ReactNode
}

/** A part of a screen that is loaded, and what stands there before, or when it cannot be. */
export function Fetched<Data>(props: FetchedProps<Data>) {
  const { query, skeleton = <Skeleton height="thumb" />, showsEveryError = false, children, ...alert } = props
  const { data, isError } = query
  return (
    <>
      {isError && (showsEveryError || data === undefined) && <FailedPart query={query} {...alert} />}
      {data === undefined && !isError && <Loading label={networkMessages.loading}>{skeleton}</Loading>}
      {data !== undefined && children(data)}
    </>
  )
}
