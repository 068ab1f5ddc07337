import { clsx } from 'clsx'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'go' | 'line' | 'quiet' | 'danger'

export type ButtonProps = ComponentProps<'button'> & {
  /** `go` is the one next step of a view: at most one. */
  variant?: ButtonVariant
  /** `sm` is 40 px, for tables and bars. */
  size?: 'md' | 'sm'
  full?: boolean
  /** Square, for a symbol alone; give it an `aria-label`. */
  icon?: boolean
  /** Busy: keeps its place and its focus, and does nothing when pressed. */
  loading?: boolean
  /** Shown in place of the children while loading. */
  loadingText?: ReactNode
  /** Dress the only child (a link) as the button. */
  asChild?: boolean
}

export function Button({
  variant = 'line',
  size = 'md',
  full = false,
  icon = false,
  loading = false,
  loadingText,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const dress = clsx(
    'btn',
    variant !== 'line' && `btn-${variant}`,
    size === 'sm' && 'btn-sm',
    icon && 'btn-icon',
    full && 'btn-full',
    className,
  )
  if (asChild) {
    return (
      <Slot.Root className={dress} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true') {
      event.preventDefault()
      return
    }
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={dress}
      onClick={press}
      {...(loading && { 'aria-busy': true, 'aria-disabled': true })}
    >
      {loading && <Spinner />}
      {loading && loadingText !== undefined ? loadingText : children}
    </button>
  )
}

/** An underlined word that acts, for the small moves inside a line: Remove, Show, Undo. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={clsx('text-button', className)} />
}
