import { z } from 'zod'
import { opaqueId, timeOutput } from './primitives.ts'

const text = z.string().max(4_000).catch('')

/** What our own script sends; anything may be in it, and no field is worth a refusal. */
export const scriptErrorInput = z.object({ message: text, stack: text, page: text, script: text })

/** As browsers send it to `report-uri` (`application/csp-report`). */
export const policyReportInput = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'blocked-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'source-file': text,
    }),
  })
  .transform(({ 'csp-report': report }) => ({
    documentURL: report['document-uri'],
    blockedURL: report['blocked-uri'],
    effectiveDirective: report['effective-directive'] || report['violated-directive'],
    sourceFile: report['source-file'],
  }))
export type PolicyReport = z.output<typeof policyReportInput>
export type ScriptError = z.output<typeof scriptErrorInput>

export const browserErrorsOutput = z.object({
  errors: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['script', 'policy']),
      message: z.string(),
      place: z.string(),
      page: z.string(),
      browser: z.string(),
      release: z.string(),
      count: z.int(),
      firstSeenAt: timeOutput,
      lastSeenAt: timeOutput,
    }),
  ),
  hasMore: z.boolean(),
})
export type BrowserErrorsOutput = z.infer<typeof browserErrorsOutput>

export const dismissBrowserErrorInput = z.object({ id: opaqueId })
