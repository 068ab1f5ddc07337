import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { referralLink } from '#shared/commission/referral-link.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { renderPosterPdf } from './pdf/poster.ts'

/**
 * Draws a referer's sheet for the noticeboard: code, discount, and the way to the shop as QR code and address.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function drawPoster(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  refererId: string,
): Promise<{ filename: string; content: Buffer }> {
  const referer = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: { name: true, referralCode: true, discountBps: true },
  })
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  const { name, referralCode: code } = referer
  const { publicUrl, seller } = deps.config
  const content = await renderPosterPdf({
    club: name,
    code,
    link: referralLink(publicUrl, code),
    discountPercent: basisPointsToPercent(referer.discountBps),
    seller: { name: seller.name, address: seller.address },
    createdAt: deps.clock.now(),
  })
  return { filename: `poster-${code.replace(/[^A-Z0-9]+/g, '-')}.pdf`, content }
}
