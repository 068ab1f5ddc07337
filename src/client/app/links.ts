import { footerMessages } from '#shared/messages/site.ts'
import { paths } from './paths.ts'
import { findRoute } from './routes.tsx'

export type LinkEntry = { to: string; text: string }

const groups: readonly { heading: string; links: readonly LinkEntry[] }[] = [
  {
    heading: 'Help',
    links: [
      { to: paths.support, text: footerMessages.helpCenter },
      { to: paths.refundPolicy, text: footerMessages.refundPolicy },
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

/** The footer's links; one that leads nowhere is not shown. */
export const footerGroups = groups.map(({ heading, links }) => ({
  heading,
  links: links.filter(({ to }) => findRoute(to) !== null),
}))
