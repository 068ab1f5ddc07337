import { isShopErrorCode } from '#shared/errors.ts'

/** Why a video cannot be read: each has its own words and its own way on. */
export type ErrorInfo =
  | { reason: 'offline' | 'away' | 'format' }
  /** Other devices play as many videos as may run at once. */
  | { reason: 'elsewhere'; message: string }

/** Asks for the first byte of a video that failed: the element itself never says what the server answered. */
export async function findError(url: string): Promise<ErrorInfo> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
    if (answer.ok) {
      void answer.body?.cancel()
      return { reason: 'format' }
    }
    const { code, message }: { code?: unknown; message?: unknown } = Object(
      await answer.json().catch(() => null),
    )
    if (isShopErrorCode(code) && code === 'TOO_MANY_STREAMS' && typeof message === 'string') {
      return { reason: 'elsewhere', message }
    }
    return { reason: 'away' }
  } catch {
    return { reason: 'offline' }
  }
}
