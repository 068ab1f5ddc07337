import { z } from 'zod'

const session = z.object({ token: z.string().min(1).max(200) })

/**
 * The token inside the referer's session JSON, which is sent whole as the Authorization header, with or without
 * `Bearer` before it. The ids beside the token prove nothing and are not read (requirements §6).
 */
export function readRefererToken(authorization: string): string | null {
  const text = authorization.replace(/^Bearer +/i, '')
  if (!text.startsWith('{') || text.length > 4_000) return null
  try {
    const parsed = session.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.token : null
  } catch {
    return null
  }
}
