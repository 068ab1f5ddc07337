import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { bulkCustomMax } from '#shared/limits.ts'
import { type AddressList, sortAddresses, splitAddresses } from '#shared/text/address-list.ts'
import type { CampaignValues } from './campaign-form.ts'
import { useSettled } from './use-settled.ts'

/** The pause in typing before the server is asked who of a list refused. */
const PAUSE_MS = 600

export type Audience = {
  /** How many it would go to; null until it is known. */
  count: number | null
  isError: boolean
  refetch: () => void
  /** A custom list, sorted, with who of it may not be written to as far as that is known. */
  list: (AddressList & { suppressed: string[] }) | null
}

/** Who a campaign would go to. A number is asked for only when the kind of recipients that is chosen needs it. */
export function useAudience({ recipients, list }: CampaignValues): Audience {
  const isList = recipients === 'custom'
  const counted = trpc.admin.campaigns.countRecipients.useQuery(
    { recipients: isList ? 'students' : recipients },
    { enabled: !isList, staleTime: 0 },
  )
  const refusing = useRefusing(isList ? list : '')
  if (!isList) {
    return {
      count: counted.data?.count ?? null,
      isError: counted.isError,
      refetch: () => void counted.refetch(),
      list: null,
    }
  }
  const sorted = sortAddresses(splitAddresses(list))
  const suppressed = sorted.addresses.filter((address) => refusing.has(address))
  return {
    count: sorted.addresses.length - suppressed.length,
    isError: false,
    refetch: () => undefined,
    list: { ...sorted, suppressed },
  }
}

/** Who of a list unsubscribed, bounced, complained or said no. A list too long to send is not asked about. */
function useRefusing(text: string): ReadonlySet<string> {
  const utils = trpc.useUtils()
  const lines = splitAddresses(useSettled(text, PAUSE_MS))
  const check = useQuery({
    queryKey: [['admin', 'campaigns', 'checkList'], lines],
    queryFn: () => utils.client.admin.campaigns.checkList.mutate({ lines }),
    enabled:
      lines.length > 0 && lines.length <= bulkCustomMax && lines.every(({ length }) => length <= 1_000),
    // A person who was found to refuse is not counted again while the next answer is awaited.
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return new Set(check.data?.suppressed)
}
