import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { closeByPassedEscape, ToastSlot, useReturnFocus } from './surface.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** Stays at the foot while the rest scrolls: the total and its button. */
  foot?: ReactNode
  closeText?: string
}

/** 24rem from the right; the full width of a phone. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, title, children, foot, closeText = 'Close' } = props
  const focus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="backdrop" />
        <Radix.Content
          className="drawer"
          aria-modal="true"
          aria-describedby={undefined}
          onKeyDown={closeByPassedEscape(onOpenChange)}
          {...focus}
        >
          <div className="drawer-head">
            <Radix.Title className="drawer-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button size="sm">{closeText}</Button>
            </Radix.Close>
          </div>
          {children}
          {foot ? (
            <div className="drawer-foot">
              <ToastSlot />
              {foot}
            </div>
          ) : (
            <ToastSlot />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
