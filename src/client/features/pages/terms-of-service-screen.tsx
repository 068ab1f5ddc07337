import { inWords } from '#client/lib/format.ts'
import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { complaintDays, minimumAge, renewalDays } from '#shared/limits.ts'
import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'
import { PolicyPage } from './policy-page.tsx'
import { emailLink, SellerAddress } from './seller.tsx'

/** The contract of sale, with what Schedule 2 of the Consumer Contracts Regulations 2013 asks for. */
export function TermsOfServiceScreen() {
  return (
    <PolicyPage
      title="Terms of Service"
      changed="23 November 2026"
      lede="What you agree to when you open an account or buy a film, and what you get for it."
      text={textFor(usePageData())}
      parts={{ address: <SellerAddress /> }}
    />
  )
}

const textFor = (data: PageData) => `
# seller: Who you buy from
{address}

# product: What is sold
Films for studying the theory of the UK private pilot licence, for watching in a browser for a time. They
are a study aid: they replace neither lessons nor books nor exams, and nobody can promise you a pass. Any
current browser plays them; there is nothing to install.

# account: Your account
You are ${minimumAge} or older, give an email address that is yours, and keep the password to yourself.
Under 18, an adult pays. Tell us when you think that somebody else uses your account. You can erase it at
any time on your account page.

# price: Price and payment
Prices are in pounds sterling${data.vatRate > 0 ? ' and include VAT' : ''}. The sum on the button is the sum you
pay; there is no subscription and nothing renews. You can pay by the major cards, Klarna or Revolut Pay,
through Stripe. Before you pay you can look at the films, the price and every discount, and put them right
in the cart. The contract is made when the payment is confirmed; an email with the invoice confirms it, and
the invoice stays on your account page. It is in English.

# access: Access
A film opens as soon as it is paid, for ${inWords(data.terms.singleMonths)} calendar months; all
${inWords(data.terms.collectionSize)} bought in one order for ${inWords(data.terms.bundleMonths)}. It then
closes by itself, and the contract with it. From ${renewalDays} days before that you can buy it again, and the new
term begins where the old one ends: that is a new contract. A film may be mended or brought up to date while it is open, at no
cost to you. What you may do with it is in the [licence agreement](${paths.licenceAgreement}).

# cancel: The right to cancel
You may cancel within 14 days of the purchase, unless you have agreed that the films open at once: with their
opening the right ends. Before paying you are asked to agree to this:
“${consentWordings[currentConsentVersion]}” For a renewal it ends when the new term begins. To cancel where you
still can, press “Something wrong?” beside the invoice on [your account page](${paths.account}#papers), or write to
${emailLink(data)}. No form is needed. More is in the [refund policy](${paths.refundPolicy}).

# faults: When something is wrong
The law wants digital content to be as described, fit for its purpose and of satisfactory quality, and we
are bound by that (Consumer Rights Act 2015). [Write](${paths.contact}), and it is put right or paid back. A
complaint is acknowledged within ${complaintDays} days.

# liability: What we answer for
For death or injury by negligence, for fraud, and for your statutory rights without limit. For other loss
only where it was foreseeable and our fault. The films are for the ground: in the air, the aircraft’s
handbook, the published charts and your instructor come first.

# data: Your data
See the [privacy policy](${paths.privacyPolicy}).

# law: Law and changes
The law of England and Wales applies; a consumer in Scotland or Northern Ireland may go to the courts there.
New terms count for orders made after they are published here, never for earlier ones.
`
