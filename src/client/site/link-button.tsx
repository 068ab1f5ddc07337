import { Link } from 'react-router'
import { Button, type ButtonProps } from '#client/ui/button.tsx'

type LinkButtonProps = { to: string } & Omit<ButtonProps, 'asChild'>

/** A link that looks like a button. */
export function LinkButton({ to, children, ...rest }: LinkButtonProps) {
  return (
    <Button asChild {...rest}>
      <Link to={to}>{children}</Link>
    </Button>
  )
}
