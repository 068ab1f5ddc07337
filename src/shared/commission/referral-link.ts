import { linkNameMaxLength } from '#shared/limits.ts'

/** A link's name as it stands in the address: "Spring newsletter" is "spring-newsletter"; empty where nothing is left. */
export function linkNameOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, linkNameMaxLength)
    .replace(/^-+|-+$/g, '')
}

/** The address that brings a referral code to the shop (requirements §2.1): `/?ref=CODE` under the public address, with a name of its own where it has one. */
export function referralLink(publicUrl: string, code: string, name = ''): string {
  const link = `${publicUrl.replace(/\/+$/, '')}/?ref=${encodeURIComponent(code)}`
  return name === '' ? link : `${link}&link=${name}`
}
