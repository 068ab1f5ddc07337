import { expect } from 'vitest'
import { z } from 'zod'
import type { Answer } from '#tests/support/app.ts'

/** What libraries, stacks and SQL sound like; none of it may reach a person. */
const FOREIGN_WORDS = [
  /invalid input/i,
  /\bexpected\b/i,
  /\breceived\b/i,
  /body must/i,
  /must have required/i,
  /too (small|big):/i,
  /unrecognized key/i,
  /unsupported media type/i,
  /bad request/i,
  /not a valid url component/i,
  /\bjson\b.*position/i,
  /unexpected (token|end|string)/i,
  /object contains forbidden/i,
  /FST_/,
  /\bzod\b/i,
  /trpc/i,
  /prisma/i,
  /fastify/i,
  /ECONN|ETIMEDOUT/,
  /\bat .+:\d+:\d+/,
  /node_modules/,
  /\.ts\b/,
  /select .* from|insert into|syntax error|violates|relation "/i,
  /undefined|\[object|NaN/,
  /internal server error/i,
  /not found\b.*route|route .*not found/i,
]

/** The sentences of an answer that speak as something else than the shop. */
export function foreignWords(text: string): string[] {
  return FOREIGN_WORDS.filter((words) => words.test(text)).map(String)
}

const overRest = z.looseObject({ message: z.string().min(1) })
const overTrpc = z.object({
  error: z.object({
    json: z.object({
      message: z.string().min(1),
      code: z.number(),
      data: z.looseObject({ code: z.string(), httpStatus: z.number() }),
    }),
  }),
})

/** The message and fields of a refusal, over either transport. */
function readRefusal(answer: Answer): { message: string; fields: Record<string, unknown> } {
  const body: unknown = answer.json()
  const trpc = overTrpc.safeParse(body)
  if (!trpc.success) {
    const { message, ...fields } = overRest.parse(body)
    return { message, fields }
  }
  const { message, data } = trpc.data.error.json
  return { message, fields: data }
}

/** Fails unless this is a refusal of the caller (4xx), as JSON, in the shop's words and with nothing beside them. */
export function expectRefusal(answer: Answer, what: string): void {
  const seen = `${what} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
  expect(answer.statusCode, seen).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, seen).toBeLessThan(500)
  expect(answer.headers['content-type'], seen).toMatch(/^application\/json/)
  const { message, fields } = readRefusal(answer)
  expect(message, seen).toMatch(/^[A-Z].*\S$/)
  expect(foreignWords(message), seen).toEqual([])
  expect(Object.keys(fields), seen).not.toContain('stack')
}

/** Fails on an error of ours: any other answer passes, a refusal only where it is a proper one. */
export function expectNoError(answer: Answer, what: string): void {
  if (answer.statusCode < 400) return
  expectRefusal(answer, what)
}
