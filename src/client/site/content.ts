import { fields, list, matching, shape } from '#shared/schemas/shape.ts'

/** Between 1 and 200 characters, and something to read among them. */
const words = matching(/^(?=.*\S).{1,200}$/s)

/** A sentence of the owner's, with where the figure in it comes from: both are shown. */
type Claim = { text: string; source: string }
const claims = list(fields<Claim>({ text: words, source: words }), 100)

export type OwnersContent = {
  /** Reviews, in their writers' words. */
  reviews: Claim[]
  /** Pass rates, numbers of students, guarantees. */
  claims: Claim[]
}

const content = shape(fields<OwnersContent>({ reviews: claims, claims }))

/**
 * What the owner states about the shop and can prove. Empty, because a review, a rate or a number that no one can
 * prove misleads buyers (Digital Markets, Competition and Consumers Act 2024, part 4); what is filled in here is
 * shown on the home page, and nothing of the kind is written anywhere else.
 */
export const ownersContent = content.parse({ reviews: [], claims: [] })
