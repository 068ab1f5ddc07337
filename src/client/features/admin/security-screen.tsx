import { securityMessages } from '#shared/messages/admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { SecurityAuthenticator } from './components/security-authenticator.tsx'
import { SecurityEvents } from './components/security-events.tsx'
import { SessionsSection } from './components/sessions-section.tsx'

/** How the admin gets in: the authenticator app, recovery codes, where there is a session, and who got in or did not. */
export function SecurityScreen() {
  return (
    <AdminFrame title={securityMessages.title}>
      <SecurityAuthenticator />
      <SessionsSection />
      <SecurityEvents />
    </AdminFrame>
  )
}
