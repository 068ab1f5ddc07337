import { clsx } from 'clsx'
import { Slot } from 'radix-ui'
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'go' | 'line' | 'quiet' | 'danger' | 'in-cart'

export type ButtonProps = ComponentProps<'button'> & {
  /** `go` is the one next step of a view: at most one; `in-cart` what was done with it, and leads to the cart. */
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
  /** Why it does nothing now: said beside it, and to those who listen. It keeps its focus, which `disabled` would not. */
  disabledWhy?: string | false
  /** What a press leads to while it does nothing: what it waits for. */
  onDisabledPress?: () => void
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
  disabledWhy = false,
  onDisabledPress,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const whyId = useId()
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
  const isOff = disabledWhy !== false && !loading
  const isDisabled = isOff || loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  return (
    <>
      <button
        type="button"
        {...rest}
        className={dress}
        onClick={(event) => {
          pressUnless(isDisabled, event, onClick)
          if (isDisabled && !loading) onDisabledPress?.()
        }}
        {...(isDisabled && { 'aria-disabled': true })}
        {...(loading && { 'aria-busy': true })}
        {...(isOff && { title: disabledWhy, 'aria-describedby': whyId })}
      >
        {loading && <Spinner />}
        {loading && loadingText !== undefined ? loadingText : children}
      </button>
      {isOff && (
        <span className="btn-why" id={whyId}>
          {disabledWhy}
        </span>
      )}
    </>
  )
}

type Press = MouseEvent<HTMLButtonElement>

function pressUnless(isDisabled: boolean, event: Press, onClick: ((event: Press) => void) | undefined): void {
  if (isDisabled) event.preventDefault()
  else onClick?.(event)
}

type TextButtonProps = ComponentProps<'button'> & {
  /** Keeps its focus, and does nothing when pressed. */
  busy?: boolean
}

/** An underlined word that acts, for the small moves inside a line: Remove, Show, Undo. */
export function TextButton({ className, busy = false, onClick, ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx('text-button', className)}
      onClick={(event) => pressUnless(busy, event, onClick)}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
    />
  )
}
