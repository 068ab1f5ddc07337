import { PolicyPage } from './components/policy-page.tsx'
import { privacySections } from './privacy-sections.tsx'

/** Twelve sections, as Articles 13 and 14 of the UK GDPR ask (requirements §2.4, §10). */
export function PrivacyPolicyScreen() {
  return (
    <PolicyPage
      title="Privacy Policy"
      changed="21 November 2026"
      lede="What the shop keeps about you, why, for how long, and what you can do about it."
      sections={privacySections}
    />
  )
}
