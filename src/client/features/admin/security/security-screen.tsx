import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { securityMessages } from '#shared/messages/admin.ts'
import { SecurityAuthenticator } from './security-authenticator.tsx'
import { SecurityEvents } from './security-events.tsx'
import { SessionsSection } from './sessions-section.tsx'

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
