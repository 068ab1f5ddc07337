import type { z } from 'zod'

export type Fault = { field: string; message: string }

/** All faults a schema finds in an input, in its order: what a form would show. Empty when it accepts. */
export function faults(schema: z.ZodType, input: unknown): Fault[] {
  const result = schema.safeParse(input)
  return result.success ? [] : result.error.issues.map(toFault)
}

function toFault(issue: { path: PropertyKey[]; message: string }): Fault {
  return { field: issue.path.map(String).join('.'), message: issue.message }
}
