/** The address that brings a referral code to the shop (requirements §2.1): `/?ref=CODE` under the public address. */
export function referralLink(publicUrl: string, code: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/?ref=${encodeURIComponent(code)}`
}
