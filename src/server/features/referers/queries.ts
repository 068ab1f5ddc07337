import type { Deps } from '#server/deps.ts'
import { normaliseCode } from '#shared/referral-code.ts'

/** A code that buyers can use now, with the percentages an order freezes. */
export type ActiveCode = {
  refererId: string
  code: string
  clubName: string
  contactEmailKey: string
  discountBps: number
  commissionBps: number
}

/** Looks a code up in any letter case; unknown and ended ones answer alike, with null. */
export async function findActiveCode(
  db: Pick<Deps['db'], 'referer'>,
  code: string,
): Promise<ActiveCode | null> {
  const referer = await db.referer.findUnique({
    where: { referralCode: normaliseCode(code) },
    select: {
      id: true,
      name: true,
      referralCode: true,
      contactEmailKey: true,
      discountBps: true,
      commissionBps: true,
      endedAt: true,
    },
  })
  if (!referer || referer.endedAt) return null
  return {
    refererId: referer.id,
    code: referer.referralCode,
    clubName: referer.name,
    contactEmailKey: referer.contactEmailKey,
    discountBps: referer.discountBps,
    commissionBps: referer.commissionBps,
  }
}
