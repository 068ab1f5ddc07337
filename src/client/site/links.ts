import { findRoute } from '#client/app/routes.tsx'
import { footerMessages } from '#shared/messages/site.ts'
import { paths } from './paths.ts'

export type LinkEntry = { to: string; text: string }

const groups: readonly { heading: string; links: readonly LinkEntry[] }[] = [
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

/** The footer's links; one that leads nowhere is not shown, nor a heading over none. */
export const footerGroups = groups
  .map(({ heading, links }) => ({ heading, links: links.filter(isThere) }))
  .filter(({ links }) => links.length > 0)

function isThere({ to }: LinkEntry): boolean {
  return findRoute(to.split('#', 1)[0] ?? '') !== null
}
