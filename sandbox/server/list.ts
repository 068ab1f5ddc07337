import { invalidRequest } from './api-error.ts'

type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

type Paging = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Range | undefined
}

function isWithin(at: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return at > gt && at >= gte && at < lt && at <= lte
}

function indexOf(items: { id: string }[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id)
  if (index >= 0) return index
  throw invalidRequest({ code: 'resource_missing', message: `No such object: '${id}'`, param })
}

/** One page of a list, newest first, cut by Stripe's cursors. */
export function pageOf<T extends { id: string; created: number }>(
  oldestFirst: T[],
  paging: Paging,
  url: string,
) {
  const { limit = 10, starting_after: after, ending_before: before } = paging
  if (limit < 1 || limit > 100) {
    throw invalidRequest({
      code: 'parameter_invalid_integer',
      message: 'This value must be between 1 and 100 inclusive.',
      param: 'limit',
    })
  }
  const items = oldestFirst.filter((item) => isWithin(item.created, paging.created)).reverse()
  if (before !== undefined) {
    const end = indexOf(items, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list' as const, data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : indexOf(items, after, 'starting_after') + 1
  const data = items.slice(start, start + limit)
  return { object: 'list' as const, data, has_more: start + limit < items.length, url }
}
