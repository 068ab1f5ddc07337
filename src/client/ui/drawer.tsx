import { clsx } from 'clsx'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { closeByPassedEscape, keepForNotice, ToastSlot, useReturnFocus } from './surface.tsx'

type DrawerProps = {
  /** By which `data-opens` of a button names it. */
  id?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** Stays at the foot while the rest scrolls: the total and its button. */
  foot?: ReactNode
  closeText?: string
  /** Laid out as the player: it holds a picture. */
  wide?: boolean
}

/**
 * 24rem from the right; the full width of a phone. The browser's own dialog: as it lies in a rendered page it opens and closes
 * before React is there, which then finds it open.
 */
export function Drawer(props: DrawerProps) {
  const { id, open, onOpenChange, title, children, foot, closeText = 'Close', wide } = props
  const titleId = useId()
  const { dialog, isFresh, giveFocusBack } = useDialogElement(open, onOpenChange)
  return (
    <dialog
      id={id}
      ref={dialog}
      className="drawer-stage"
      aria-labelledby={titleId}
      onCancel={keepForNotice}
      onClose={({ currentTarget, nativeEvent }) => {
        giveFocusBack(nativeEvent)
        if (!currentTarget.open) onOpenChange(false)
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onOpenChange(false)
      }}
      onKeyDown={closeByPassedEscape(onOpenChange)}
    >
      {(open || isFresh) && (
        <div className={clsx('drawer', wide && 'drawer-wide')}>
          <form method="dialog" className="drawer-head">
            <h2 id={titleId} className="drawer-title">
              {title}
            </h2>
            <Button type="submit" size="sm">
              {closeText}
            </Button>
          </form>
          {children}
          {foot ? (
            <div className="drawer-foot">
              {open && <ToastSlot />}
              {foot}
            </div>
          ) : (
            open && <ToastSlot />
          )}
        </div>
      )}
    </dialog>
  )
}

/** Opens and closes the element as `open` says; one that was opened before React came stays open. */
function useDialogElement(open: boolean, onOpenChange: (open: boolean) => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isFresh, setFresh] = useState(true)
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const follow = useEffectEvent(() => {
    setFresh(false)
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) {
      onOpenAutoFocus(new Event('open'))
      element.showModal()
    } else if (isFresh) onOpenChange(true)
    else element.close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is what is followed
  useLayoutEffect(() => follow(), [open])
  return { dialog, isFresh, giveFocusBack: onCloseAutoFocus }
}
