import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { authToken } from '#client/lib/stored.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { checkoutSuccessRedirectMs } from '#shared/limits.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'

type GoToVideosButtonProps = Pick<ButtonProps, 'variant'> & { loadPage?: (path: string) => void }

/**
 * To the buyer's own dashboard after 100 ms; with a token whose check could not be made, by loading the page again;
 * with neither, to sign in (requirements §4).
 */
export function GoToVideosButton({ variant = 'line', loadPage = loadPageAgain }: GoToVideosButtonProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = useEffectEvent(() => {
    setLeaving(false)
    if (user !== null) void navigate(paths.dashboard(user.id))
    else if (authToken.read() !== null) loadPage(paths.dashboard())
    else void navigate(paths.login())
  })
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => leave(), checkoutSuccessRedirectMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return (
    <Button variant={variant} loading={isLeaving} onClick={() => setLeaving(true)}>
      {checkoutSuccessMessages.goToVideos}
    </Button>
  )
}

function loadPageAgain(path: string) {
  location.assign(path)
}
