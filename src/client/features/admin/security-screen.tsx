import { securityMessages } from '#shared/messages/admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { SecurityAuthenticator } from './components/security-authenticator.tsx'
import { SessionsSection } from './components/sessions-section.tsx'

/** How the admin gets in: the authenticator app, recovery codes, and where there is a session. */
export function SecurityScreen() {
  return (
    <AdminFrame title={securityMessages.title}>
      <SecurityAuthenticator />
      <SessionsSection />
    </AdminFrame>
  )
}
