import { Link, Navigate, useSearchParams } from 'react-router'
import { PageSpinner } from '#client/site/guards.tsx'
import { afterSignIn, paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { loginMessages, registerMessages } from '#shared/messages/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { RegisterForm } from './components/register-form.tsx'

export function RegisterScreen() {
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const target = afterSignIn(search)
  if (status === 'loading') return <PageSpinner />
  if (user !== null) return <Navigate to={target} replace />
  return (
    <AccountPage
      title={registerMessages.title}
      lede="Your films are kept in this account, so use an email address you will still have at the skills test."
      aside={<HaveAnAccount isBuying={target === paths.checkout} />}
      asideLabel="Already registered"
    >
      <RegisterForm target={target} />
    </AccountPage>
  )
}

function HaveAnAccount({ isBuying }: { isBuying: boolean }) {
  return (
    <>
      <h2 className="side-heading">Already have an account?</h2>
      <p className="side-offer">
        {isBuying ? 'Sign in and go straight on to pay. Your cart is kept.' : 'Sign in and carry on.'}
      </p>
      <Button asChild>
        <Link to={paths.login(isBuying ? 'checkout' : undefined)}>{loginMessages.title}</Link>
      </Button>
    </>
  )
}
