import { clsx } from 'clsx'

/** An aerodrome as a chart draws it: ring, four ticks and the runway. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg className={clsx('brand-mark', className)} viewBox="0 0 30 30" aria-hidden="true">
      <circle cx="15" cy="15" r="9" />
      <path d="M15 1v5m0 18v5M1 15h5m18 0h5" />
      <path d="m10.5 19.5 9-9" strokeWidth="4" />
    </svg>
  )
}

/** The disc and triangle beside the name of something that plays. */
export function PlayMark({ className }: { className?: string }) {
  return (
    <svg className={clsx('play-mark', className)} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15.5" />
      <path d="m12.5 9.5 11 6.5-11 6.5z" />
    </svg>
  )
}

/** The black-and-white edge of a chart sheet: under the hero, above the footer, on the cover; nowhere else. */
export function Ladder() {
  return <div className="ladder" aria-hidden="true" />
}
