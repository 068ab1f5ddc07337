import type { z } from 'zod'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import type { bulkTemplatesOutput } from '#shared/schemas/campaigns.ts'

const names = bulkEmailMessages.templateNames

function field(name: string, required = true) {
  return { name, required }
}

/** What the back office can fill in, template by template (requirements §2). */
export const BULK_TEMPLATES: z.input<typeof bulkTemplatesOutput> = [
  {
    type: 'courseUpdate',
    name: names.courseUpdate,
    fields: [field('courseName'), field('updateDetails')],
  },
  {
    type: 'announcement',
    name: names.announcement,
    fields: [field('title'), field('message'), field('ctaText', false), field('ctaUrl', false)],
  },
  {
    type: 'newsletter',
    name: names.newsletter,
    fields: [field('month'), field('year'), field('content')],
  },
]
