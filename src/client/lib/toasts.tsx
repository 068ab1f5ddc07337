import { Toaster } from '#client/ui/toast.tsx'
import { toastDurationMs, toastHotkey, toastSwipeThresholdPx } from '#shared/limits.ts'
import { dismissToast, useToast } from './toast.ts'

const HOTKEY = [toastHotkey]

/** Mounted once, in the app: shows what `toast()` says anywhere. */
export function Toasts() {
  return (
    <Toaster
      toast={useToast()}
      onOpenChange={(id, open) => {
        if (!open) dismissToast(id)
      }}
      duration={toastDurationMs}
      swipeThreshold={toastSwipeThresholdPx}
      hotkey={HOTKEY}
    />
  )
}
