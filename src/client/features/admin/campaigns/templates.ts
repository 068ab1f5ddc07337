import type { HTMLInputTypeAttribute } from 'react'
import type { BulkTemplateInput } from '#shared/schemas/campaigns.ts'

export type TemplateType = BulkTemplateInput['type']

type TemplateField = {
  name: string
  label: string
  optional?: true
  isLong?: true
  type?: HTMLInputTypeAttribute
  inputMode?: 'url' | 'numeric'
  hint?: string
  maxLength?: number
}

/** What is filled in before there is a campaign of it; texts by the names of their fields. */
export type TemplateSheet = { type: TemplateType | ''; texts: Readonly<Record<string, string>> }

export const EMPTY_TEMPLATE: TemplateSheet = { type: '', texts: {} }

/** What is asked for each template, in the order of the requirement (§2). */
export const TEMPLATES: Readonly<Record<TemplateType, readonly TemplateField[]>> = {
  courseUpdate: [
    { name: 'courseName', label: 'Course name', maxLength: 200 },
    { name: 'updateDetails', label: 'Update details', isLong: true },
  ],
  announcement: [
    { name: 'title', label: 'Title', maxLength: 200 },
    { name: 'message', label: 'Message', isLong: true },
    { name: 'ctaText', label: 'Call-to-action text', optional: true, maxLength: 100 },
    {
      name: 'ctaUrl',
      label: 'Call-to-action URL',
      optional: true,
      hint: 'A button wants both, its words and where it leads.',
      type: 'url',
      inputMode: 'url',
    },
  ],
  newsletter: [
    { name: 'month', label: 'Month', maxLength: 30 },
    { name: 'year', label: 'Year', inputMode: 'numeric', maxLength: 4 },
    { name: 'content', label: 'Content', isLong: true },
  ],
}

export function isBegun({ texts }: TemplateSheet): boolean {
  return Object.values(texts).some((text) => text.trim() !== '')
}

export function isTemplateType(text: string): text is TemplateType {
  return Object.hasOwn(TEMPLATES, text)
}
