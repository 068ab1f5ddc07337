import { footerMessages } from '#shared/messages/site.ts'
import { paths } from './paths.ts'

export type LinkEntry = { to: string; text: string }

/** Those that a user who is about to pay may want. */
export const checkoutLinks: readonly LinkEntry[] = [
  { to: paths.support, text: footerMessages.helpCenter },
  { to: paths.refunds, text: footerMessages.refundPolicy },
  { to: paths.privacyPolicy, text: footerMessages.privacyPolicy },
  { to: paths.contact, text: footerMessages.contact },
]

/** The footer's links. */
export const footerGroups: readonly { heading: string; links: readonly LinkEntry[] }[] = [
  {
    heading: 'Help',
    links: [
      { to: paths.support, text: footerMessages.helpCenter },
      { to: paths.refunds, text: footerMessages.refundPolicy },
      { to: paths.check, text: footerMessages.playbackCheck },
      { to: paths.contact, text: footerMessages.contact },
    ],
  },
  {
    heading: 'Clubs',
    links: [
      { to: paths.clubPortal, text: footerMessages.refererPortal },
      { to: paths.refererRegister, text: footerMessages.becomeReferer },
      { to: paths.commissionTerms, text: footerMessages.commissionTerms },
    ],
  },
  {
    heading: 'Small print',
    links: [
      { to: paths.privacyPolicy, text: footerMessages.privacyPolicy },
      { to: paths.termsOfService, text: footerMessages.termsOfService },
      { to: paths.licenceAgreement, text: footerMessages.licenseAgreement },
    ],
  },
]
