import { inWords } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { renewalDays } from '#shared/limits.ts'
import { PolicyPage } from './policy-page.tsx'

/** What the buyer of a video may do with it. */
export function LicenceAgreementScreen() {
  return (
    <PolicyPage
      title="License Agreement"
      changed="21 November 2026"
      lede="You buy the right to watch a film for a time, not the film."
      text={textFor(usePageData().terms)}
    />
  )
}

const textFor = (terms: CatalogTerms) => `
# grant: What you may do
Watch the films you have bought, as often as you like, on your own devices, signed in to your own account,
for your own study. The right is yours alone and cannot be passed on.

# term: For how long
A film bought on its own, or with some others: ${inWords(terms.singleMonths)} calendar months from the
purchase. All ${inWords(terms.collectionSize)} bought in one order: ${inWords(terms.bundleMonths)} calendar
months. The right ends by itself on the date your dashboard shows and is not extended. You can buy the film
again, and from ${renewalDays} days before the end so that the new term begins where the old one ends.

# limits: What you may not do
- Copy, record, download or publish a film or a part of it.
- Show it to a class or a club. [Write first](${paths.contact}?topic=club): that needs another licence.
- Share your account, or let several people watch with it at the same time.
- Get round what protects the films.

# ours: Whose it is
The films, drawings and texts stay the property of their maker. What the law lets everybody do, such as
quoting for criticism or review (Copyright, Designs and Patents Act 1988, section 30), you may do too.

# end: Early end
A refunded film closes. Somebody who publishes films or shares an account may have it closed without a
refund, after a warning where one makes sense. The rest is in the [terms of
service](${paths.termsOfService}).
`
