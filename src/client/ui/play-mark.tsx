import { clsx } from 'clsx'

/** The disc and triangle beside the name of something that plays. */
export function PlayMark({ className }: { className?: string }) {
  return (
    <svg className={clsx('play-mark', className)} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15.5" />
      <path d="m12.5 9.5 11 6.5-11 6.5z" />
    </svg>
  )
}
