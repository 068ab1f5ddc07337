import { z } from 'zod'
import { catalogueMessages } from '#shared/messages/catalog.ts'

const refusal = z.object({ message: z.string() })

/** An error of the transport that may carry the server's answer. */
const answered = z.object({ originalResponse: z.object({ getBody: z.custom<() => string>() }) })

/** The server's sentence where it refused with one; else that the connection broke, which is no loss. */
export function errorWords(error: unknown): string {
  const { data } = answered.safeParse(error)
  return (data && sentenceIn(data.originalResponse.getBody())) ?? catalogueMessages.connectionLost
}

function sentenceIn(body: string): string | null {
  try {
    return refusal.parse(JSON.parse(body)).message
  } catch {
    return null
  }
}
