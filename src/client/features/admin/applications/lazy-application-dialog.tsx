import { type ComponentProps, lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./application-dialog.tsx')).ApplicationDialog }))

/** Fetched when the first one is opened. */
export function ApplicationDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
