import { z } from 'zod'
import { invalidRequest } from './api-error.ts'
import type { Param, Params } from './form.ts'

const NUMBER = /^-?\d{1,15}$/

/** A whole number in form encoding. */
export const wholeNumber = z.string().transform((text, context) => {
  if (NUMBER.test(text)) return Number(text)
  context.addIssue({
    code: 'custom',
    message: `Invalid integer: ${text}`,
    params: { code: 'parameter_invalid_integer' },
  })
  return z.NEVER
})

export const trueOrFalse = z.string().transform((text, context) => {
  if (text === 'true' || text === 'false') return text === 'true'
  context.addIssue({ code: 'custom', message: `Invalid boolean: ${text}` })
  return z.NEVER
})

/** Text of which the empty string means "unset", as everywhere in Stripe's form encoding. */
export const unsettable = z
  .string()
  .max(5000)
  .transform((text) => (text === '' ? null : text))

export const metadataChange = z.record(z.string().max(40), z.string().max(500)).or(z.literal(''))

const timeRange = z.union([
  wholeNumber.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: wholeNumber.optional(),
    gte: wholeNumber.optional(),
    lt: wholeNumber.optional(),
    lte: wholeNumber.optional(),
  }),
])

/** Parameters every list takes. */
export const paging = {
  limit: wholeNumber.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: timeRange.optional(),
}

export const address = z.strictObject({
  city: unsettable.optional(),
  country: unsettable.optional(),
  line1: unsettable.optional(),
  line2: unsettable.optional(),
  postal_code: unsettable.optional(),
  state: unsettable.optional(),
})

/** Stripe's way of changing metadata: keys are merged, an empty value removes one, an empty string all. */
export function mergeMetadata(
  old: Record<string, string>,
  change: z.infer<typeof metadataChange> | undefined,
): Record<string, string> {
  if (change === undefined) return old
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}

function paramName(path: readonly PropertyKey[]): string {
  const [head, ...rest] = path.map(String)
  return `${head ?? ''}${rest.map((part) => `[${part}]`).join('')}`
}

function valueAt(params: Params, path: readonly PropertyKey[]): Param | undefined {
  let value: Param | undefined = params
  for (const part of path) {
    if (value === undefined || typeof value === 'string') return undefined
    value = Array.isArray(value) ? value[Number(part)] : value[String(part)]
  }
  return value
}

function errorOf(issue: z.core.$ZodIssue, params: Params) {
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest({
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${param}`,
      param,
    })
  }
  const param = paramName(issue.path)
  const value = valueAt(params, issue.path)
  if (value === undefined) {
    return invalidRequest({ code: 'parameter_missing', message: `Missing required param: ${param}.`, param })
  }
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.code
    return invalidRequest({ message: issue.message, param, ...(typeof code === 'string' ? { code } : {}) })
  }
  const shown = typeof value === 'string' ? value : 'object'
  return invalidRequest({ message: `Invalid ${param}: ${shown}`, param })
}

/** Checks parameters; the first thing wrong with them is answered in Stripe's words. */
export function readParams<S extends z.ZodType>(schema: S, params: Params): z.infer<S> {
  const { expand: _expanded, ...rest } = params
  const result = schema.safeParse(rest)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw issue === undefined ? invalidRequest({ message: 'Invalid request' }) : errorOf(issue, rest)
}
