import type { z } from 'zod'

export type ErrorInfo = { field: string; message: string }

/** All errors a schema finds in an input, in its order: what a form would show. Empty when it accepts. */
export function errors(schema: z.ZodType, input: unknown): ErrorInfo[] {
  const result = schema.safeParse(input)
  return result.success ? [] : result.error.issues.map(toError)
}

function toError(issue: { path: PropertyKey[]; message: string }): ErrorInfo {
  return { field: issue.path.map(String).join('.'), message: issue.message }
}
