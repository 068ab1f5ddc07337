import { z } from 'zod'

/** A sentence of the owner's, with where the figure in it comes from: both are shown. */
const claim = z.object({ text: z.string().trim().min(1).max(200), source: z.string().trim().min(1).max(200) })

const content = z.object({
  /** Reviews, in their writers' words. */
  reviews: z.array(claim),
  /** Pass rates, numbers of students, guarantees. */
  claims: z.array(claim),
})

/**
 * What the owner states about the shop and can prove. Empty, because a review, a rate or a number that no one can
 * prove misleads buyers (Digital Markets, Competition and Consumers Act 2024, part 4); what is filled in here is
 * shown on the home page, and nothing of the kind is written anywhere else.
 */
export const ownersContent = content.parse({ reviews: [], claims: [] })

export type OwnersContent = z.output<typeof content>
