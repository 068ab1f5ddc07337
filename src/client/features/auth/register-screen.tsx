import { Navigate, useSearchParams } from 'react-router'
import { PageSpinner } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { afterSignIn, paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { loginMessages, registerMessages } from '#shared/messages/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { RegisterForm } from './components/register-form.tsx'

export function RegisterScreen() {
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const target = afterSignIn(search)
  if (status === 'loading') return <PageSpinner />
  if (user !== null) return <Navigate to={target} replace />
  const isBuying = target === paths.checkout
  return (
    <AccountPage
      title={registerMessages.title}
      lede="Your films are kept in this account, so use an email address you will still have at the skills test."
      step={isBuying ? 'Account' : undefined}
      asideLabel="Already registered"
      asideHeading="Already have an account?"
      aside={
        <>
          <p className="side-offer">
            {isBuying ? 'Sign in and go straight on to pay. Your cart is kept.' : 'Sign in and carry on.'}
          </p>
          <LinkButton to={paths.login(isBuying ? 'checkout' : undefined)}>{loginMessages.title}</LinkButton>
        </>
      }
    >
      <RegisterForm target={target} />
    </AccountPage>
  )
}
