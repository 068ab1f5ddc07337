import type { Deps } from '#server/deps.ts'
import { type GoLiveItem, goLiveItems, proxyTrustOf } from './go-live.ts'
import { countForGoLive } from './queries-operations.ts'

/** What is still demo or missing, and what to do about it. */
export async function findGoLive({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<GoLiveItem[]> {
  const { parts, isSet, publicUrl, seller, stamp, trustProxy, mail } = config
  return goLiveItems({
    ...parts,
    isSet,
    requiresMailTls: mail.requireTls,
    hasStripeTestKey: stamp !== 'live',
    vatNumber: seller.vatNumber,
    publicUrl,
    proxyTrust: proxyTrustOf(trustProxy),
    ...(await countForGoLive({ db })),
  })
}
