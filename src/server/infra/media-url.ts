import type { Signer } from './signer.ts'

export const MEDIA_PARTS = ['film', 'captions', 'chapters'] as const
export type MediaPart = (typeof MEDIA_PARTS)[number]

const PURPOSE = 'media'

/**
 * The URL of one file of a grant. It never changes while the grant lives, so a playing film is not disturbed. `height`
 * names one of several renditions; the grant opens all of them, and without it the film itself comes.
 */
export function mediaUrl(signer: Signer, grantId: string, part: MediaPart, height?: number): string {
  const rendition = height === undefined ? '' : `&height=${height}`
  return `/media/${grantId}/${part}?s=${signer.sign(PURPOSE, grantId)}${rendition}`
}

/** Whether the signature in a media URL is ours, so that made-up ids never reach the database. */
export function isOurMediaUrl(signer: Signer, grantId: string, signature: string): boolean {
  return signer.verify(PURPOSE, grantId, signature)
}

const SESSION_PURPOSE = 'media-session'

/** The value of the cookie that names the session a film may play in. */
export function signMediaSession(signer: Signer, sessionId: string): string {
  return `${sessionId}.${signer.sign(SESSION_PURPOSE, sessionId)}`
}

/** The session a media cookie names; null when the cookie is missing or not ours. */
export function readMediaSession(signer: Signer, cookie: string | undefined): string | null {
  const [sessionId, signature] = cookie?.split('.') ?? []
  if (!sessionId || !signature) return null
  return signer.verify(SESSION_PURPOSE, sessionId, signature) ? sessionId : null
}
