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
