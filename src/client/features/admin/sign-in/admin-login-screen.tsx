import { useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Box, Page } from '#client/ui/layout.tsx'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { CodeStep } from './code-step.tsx'
import { LoginStep } from './login-step.tsx'
import { useAdminSession } from './use-admin-session.ts'

type Challenge = { sessionToken: string; adminEmail: string; hasApp: boolean }

/** Credentials first, then the six digits that were mailed (requirements §2, §4). */
export function AdminLoginScreen() {
  const session = useAdminSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  if (session.check.data?.valid) return <Navigate to={paths.admin} replace />

  function leaveCode(reason: string | null) {
    setProblem(reason)
    setChallenge(null)
  }

  return (
    <Page>
      <div className="admin-login">
        <h1>{adminLoginMessages.title}</h1>
        <Box className="page-part">
          {challenge ? (
            <CodeStep
              {...challenge}
              onVerified={(adminEmail) => session.signedIn(adminEmail)}
              onExpired={leaveCode}
              onBack={() => leaveCode(null)}
            />
          ) : (
            <LoginStep
              email={email}
              problem={problem}
              onAccepted={(given, answer) => {
                setEmail(given)
                setChallenge(answer)
              }}
            />
          )}
        </Box>
      </div>
    </Page>
  )
}
