import type { EmailSite } from '#emails/prop-parts.ts'
import { Quiet, Subheading, TextLink } from './text.tsx'

/** The rest of what Schedule 2 of the Consumer Contracts Regulations 2013 requires. */
export function ContractTerms({ site }: { site: EmailSite }) {
  return (
    <>
      <Subheading>What you bought</Subheading>
      <Quiet>
        Each film is one theory subject of the UK private pilot licence, taught by one instructor. It is a
        study aid: it does not replace training at an approved or declared organisation, nor the examinations.
      </Quiet>
      <Quiet>
        Films stream in a current version of Chrome, Edge, Firefox or Safari with JavaScript on, on computer,
        tablet or phone, over a broadband or mobile data connection. They are watched signed in, by you alone.
        They cannot be downloaded, and play on our page only.
      </Quiet>
      <Quiet>
        You paid once. The contract ends for each film on its closing day; there is no subscription, no
        deposit and nothing to give notice of.
      </Quiet>
      <Subheading>If something is wrong</Subheading>
      <Quiet>
        We are under a legal duty to supply digital content that is of satisfactory quality, fit for its
        purpose and as described (Consumer Rights Act 2015). If a film is not, you can ask for it to be put
        right, and for your money back where it cannot be.
      </Quiet>
      <Quiet>
        To complain, reply to this email or write to {site.name}, {site.address}; say the invoice number.
        Refunds beyond these rights are decided case by case. More is under{' '}
        <TextLink href={`${site.publicUrl}/support`}>Support</TextLink> and in the{' '}
        <TextLink href={`${site.publicUrl}/privacy-policy`}>privacy policy</TextLink>.
      </Quiet>
    </>
  )
}
