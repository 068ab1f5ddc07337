import { clsx } from 'clsx'
import { Portal, Toast as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { passEscapeOn, useToastSlot } from './surface.tsx'

export type ToastTone = 'plain' | 'good' | 'bad' | 'move'

export type ToastMessage = {
  /** A new id is a new toast, even with the same words. */
  id: string
  title: ReactNode
  description?: ReactNode
  tone?: ToastTone
  open: boolean
}

type ToasterProps = {
  /** The one visible toast. The queue is the caller's. */
  toast: ToastMessage | null
  onOpenChange: (id: string, open: boolean) => void
  duration?: number
  swipeThreshold?: number
  hotkey?: string[]
}

const HOTKEY = ['F8']

/** A strip with a coloured holder, title, one line and Dismiss. F8 brings the focus here; a swipe to the right takes it away. */
export function Toaster(props: ToasterProps) {
  const { toast, onOpenChange, duration = 5000, swipeThreshold = 50, hotkey = HOTKEY } = props
  const slot = useToastSlot()
  const place = useRef<HTMLOListElement>(null)
  const openId = toast?.open ? toast.id : null
  useEffect(() => {
    if (openId === null) return
    let end: (() => void) | null = null
    let isOver = false
    // Fetched with the first notice: no page begins with one.
    import('./free-place.ts').then(
      ({ keepOffControls }) => {
        if (!isOver) end = keepOffControls(place)
      },
      () => {},
    )
    return () => {
      isOver = true
      end?.()
    }
  }, [openId])
  // Radix writes an inline style on its region: in a page rendered on the server a strict policy would refuse it.
  const inBrowser = useSyncExternalStore(never, yes, no)
  if (!inBrowser) return null
  const viewport = (
    <Radix.Viewport ref={place} className="toaster" hotkey={hotkey} label="Notices ({hotkey})" />
  )
  return (
    <Radix.Provider duration={duration} swipeThreshold={swipeThreshold} swipeDirection="right">
      {toast && (
        <Radix.Root
          key={toast.id}
          className={clsx('toast', toast.tone && toast.tone !== 'plain' && `toast-${toast.tone}`)}
          open={toast.open}
          onOpenChange={(open) => onOpenChange(toast.id, open)}
          {...(slot && { onEscapeKeyDown: passEscapeOn })}
          type={toast.tone === 'bad' ? 'foreground' : 'background'}
        >
          <div className="toast-text">
            <Radix.Title className="toast-title">{toast.title}</Radix.Title>
            {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
          </div>
          <Radix.Close className="toast-close">Dismiss</Radix.Close>
        </Radix.Root>
      )}
      {slot ? <Portal.Root container={slot}>{viewport}</Portal.Root> : viewport}
    </Radix.Provider>
  )
}

const never = () => () => {}
const yes = () => true
const no = () => false
