import { clsx } from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Subject } from './subjects.ts'
import { closeByPassedEscape, ToastSlot, useReturnFocus } from './surface.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The dialog's name. Left out only when `head` is false and the body holds a DialogTitle. */
  title?: ReactNode
  /** One sentence read out with the name; shown above the body unless `hideDescription`. */
  description?: ReactNode
  hideDescription?: boolean
  /** The body holds a DialogDescription. */
  describedInBody?: boolean
  children?: ReactNode
  /** Buttons at the foot. */
  foot?: ReactNode
  /** 38rem, 58rem or 84rem; the whole screen on a phone. */
  width?: 'ordinary' | 'wide' | 'video'
  /** The head with title and Close. Without it a `title` is for listeners only, and the body brings its own way out. */
  head?: boolean
  /** Before the title in the head. */
  symbol?: ReactNode
  closeText?: string
  /** `detail` lays the children out side by side, `player` as video and chapters; they bring their own padding. */
  layout?: 'plain' | 'detail' | 'player'
  subject?: Subject
  /** Pressing outside does nothing: for half-filled forms. Escape still closes. */
  keepOpenOutside?: boolean
  /** What is focused on opening, when it should be neither the first field nor the first control. */
  onOpenAutoFocus?: (event: Event) => void
}

/** A double neatline over a scrim. The scrim is a plain element: Radix's own overlay writes a style sheet into the page, which a strict policy forbids. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, hideDescription, children, foot, symbol, subject } = props
  const { width = 'ordinary', head = true, closeText = 'Close', layout = 'plain', keepOpenOutside } = props
  const focus = useReturnFocus(props.onOpenAutoFocus ?? focusFirstField)
  return (
    <Surface open={open} onOpenChange={onOpenChange}>
      <Radix.Content
        className={clsx(
          'dialog',
          width !== 'ordinary' && `dialog-${width}`,
          layout === 'detail' && 'dialog-detail',
          layout === 'player' && 'player',
        )}
        data-subject={subject}
        aria-modal="true"
        {...(description || props.describedInBody ? {} : { 'aria-describedby': undefined })}
        {...(keepOpenOutside && { onInteractOutside: prevent })}
        onKeyDown={closeByPassedEscape(onOpenChange)}
        {...focus}
      >
        {head ? (
          <div className="dialog-head">
            <Radix.Title className="dialog-title">
              {symbol}
              <span>{title}</span>
            </Radix.Title>
            <Radix.Close asChild>
              <Button size="sm">{closeText}</Button>
            </Radix.Close>
          </div>
        ) : (
          title !== undefined && <Radix.Title className="visually-hidden">{title}</Radix.Title>
        )}
        {description && hideDescription && (
          <Radix.Description asChild>
            <div className="visually-hidden">{description}</div>
          </Radix.Description>
        )}
        {layout !== 'plain' && children}
        {layout === 'plain' && (
          <div className="dialog-body stack">
            {description && !hideDescription && <Radix.Description>{description}</Radix.Description>}
            {children}
          </div>
        )}
        {foot && <div className="dialog-foot">{foot}</div>}
        <ToastSlot />
      </Radix.Content>
    </Surface>
  )
}

/** A dialog with a form begins in the form, not on Close. */
function focusFirstField(event: Event) {
  if (!(event.target instanceof HTMLElement)) return
  const field = event.target.querySelector<HTMLElement>(
    ':is(.dialog-body, form) :is(input, select, textarea):not([disabled], [type="hidden"])',
  )
  if (!field) return
  event.preventDefault()
  field.focus()
}

function prevent(event: Event) {
  event.preventDefault()
}

/** The buttons at the end of a form: in sight while a long form scrolls. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="dialog-buttons">{children}</div>
}

/** Wrap one button in a dialog or a drawer: pressing it closes. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}

/** The name of a dialog without a head, shown where the body wants it. */
export function DialogTitle({ children, className }: { children: ReactNode; className?: string }) {
  return <Radix.Title className={className}>{children}</Radix.Title>
}

/** The sentence read out with the name, shown where the body wants it. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return <Radix.Description>{children}</Radix.Description>
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  confirmText: string
  cancelText?: string
  onConfirm: () => void
  danger?: boolean
  loading?: boolean
}

/** A question with two answers. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirmText, cancelText = 'Cancel', onConfirm } = props
  const focus = useReturnFocus()
  return (
    <Surface open={open} onOpenChange={onOpenChange}>
      <Radix.Content
        className="dialog"
        role="alertdialog"
        aria-modal="true"
        onInteractOutside={prevent}
        onKeyDown={closeByPassedEscape(onOpenChange)}
        {...focus}
      >
        <div className="dialog-head">
          <Radix.Title className="dialog-title">
            <span>{title}</span>
          </Radix.Title>
        </div>
        <Radix.Description asChild>
          <div className="dialog-body">{children}</div>
        </Radix.Description>
        <div className="dialog-foot">
          <Radix.Close asChild>
            <Button>{cancelText}</Button>
          </Radix.Close>
          <Button
            variant={props.danger ? 'danger' : 'go'}
            loading={props.loading ?? false}
            onClick={onConfirm}
          >
            {confirmText}
          </Button>
        </div>
        <ToastSlot />
      </Radix.Content>
    </Surface>
  )
}

type SurfaceProps = Pick<DialogProps, 'open' | 'onOpenChange' | 'children'>

/** The scrim, and the stage a dialog stands on. */
function Surface({ open, onOpenChange, children }: SurfaceProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="backdrop" />
        <div className="dialog-stage">{children}</div>
      </Radix.Portal>
    </Radix.Root>
  )
}
