import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export type MenuProps = {
  /** One button; Radix ties it to the list. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
}

/** A short list under a button. Not modal: a modal one writes a style sheet into the page, which a strict policy forbids. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export type MenuItemProps = {
  children: ReactNode
  onSelect?: () => void
  disabled?: boolean
  /** The only child is a link and keeps being one. */
  asChild?: boolean
}

export function MenuItem({ children, onSelect, disabled = false, asChild = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className="menu-item"
      disabled={disabled}
      asChild={asChild}
      {...(onSelect && { onSelect })}
    >
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuRule() {
  return <DropdownMenu.Separator className="menu-rule" />
}
