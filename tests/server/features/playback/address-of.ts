import { MEDIA_PARTS, type MediaAddress } from '#server/infra/media-url.ts'

/** Parses a media URL as the route does. */
export function addressOf(url: string | null): MediaAddress {
  const { pathname, searchParams } = new URL(url ?? '', 'http://shop')
  const [, grantId = '', named] = pathname.slice(1).split('/')
  const part = MEDIA_PARTS.find((one) => one === named)
  if (!part) throw new Error(`No media URL: ${url}`)
  return { grantId, part, key: searchParams.get('file') ?? '', version: searchParams.get('v') ?? '' }
}
