import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { complaintDays } from '#shared/limits.ts'
import { refundPolicyRules } from '#shared/messages/refund-policy.ts'
import { PolicyPage } from './policy-page.tsx'
import { emailLink } from './seller.tsx'

/** Requirements §10: case by case, beside the rights that cannot be excluded. */
export function RefundPolicyScreen() {
  return (
    <PolicyPage
      title="Refund Policy"
      changed="23 November 2026"
      lede="Refunds are looked at case by case. That stands beside your statutory rights and takes nothing from them."
      text={textFor(usePageData())}
    />
  )
}

const textFor = (data: PageData) => `${refundPolicyRules}
# how: How to ask
Press “Something wrong?” beside the film on your dashboard or beside the invoice on [your account
page](${paths.account}#papers): it says what the rules are for that order, and sends what you ask. Or use the
[contact form](${paths.contact}?topic=payment), or write to ${emailLink(data)}, from the address of your account,
with the invoice number and the reason. The answer comes by email. Money goes back the way it came, with a credit note by
email; banks mostly take 5 to 10 working days to show it. The refunded film closes.

# disagree: If we disagree
Say so, and a person looks at it again: see [complaints](${paths.contact}?topic=complaint), which are
acknowledged within ${complaintDays} days. [Citizens\u00a0Advice](https://www.citizensadvice.org.uk) tells
you where you stand. You can always go to court.
`
