import type { Signer } from './signer.ts'

export const MEDIA_PARTS = ['film', 'captions', 'chapters', 'storyboard'] as const
export type MediaPart = (typeof MEDIA_PARTS)[number]

const PURPOSE = 'media'

/** How much of a file's SHA-256 (hex) identifies its contents. */
const VERSION_LENGTH = 32

export type MediaAddress = {
  grantId: string
  part: MediaPart
  /** The file in the media store. */
  key: string
  /** The beginning of its SHA-256; empty where none is known. */
  version: string
}

/**
 * The URL of one file of a grant. It names the file and its contents, so that a video that is replaced while it plays
 * goes on to its end from the one file it began with; it never changes while that file stands in its place.
 */
export function mediaUrl(signer: Signer, address: MediaAddress): string {
  const { grantId, part, key, version } = address
  const query = new URLSearchParams({ file: key, v: version, s: signer.sign(PURPOSE, textOf(address)) })
  return `/media/${grantId}/${part}?${query}`
}

/** Whether the signature in a media URL is ours, so that made-up ids and files never reach the database or the store. */
export function isOurMediaUrl(signer: Signer, address: MediaAddress, signature: string): boolean {
  return signer.verify(PURPOSE, textOf(address), signature)
}

function textOf({ grantId, part, key, version }: MediaAddress): string {
  return [grantId, part, version, key].join('\0')
}

/** What of a digest stands in a URL. */
export function versionOf(sha256: string): string {
  return sha256.slice(0, VERSION_LENGTH)
}

const SESSION_PURPOSE = 'media-session'

/** The value of the cookie that names the session a video may play in. */
export function signMediaSession(signer: Signer, sessionId: string): string {
  return `${sessionId}.${signer.sign(SESSION_PURPOSE, sessionId)}`
}

/** The session a media cookie names; null when the cookie is missing or not ours. */
export function readMediaSession(signer: Signer, cookie: string | null): string | null {
  const [sessionId, signature] = cookie?.split('.') ?? []
  if (!sessionId || !signature) return null
  return signer.verify(SESSION_PURPOSE, sessionId, signature) ? sessionId : null
}
