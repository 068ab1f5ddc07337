import { clsx } from 'clsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** An open ring, turning. With a `label` it is a status of its own; without, it is decoration beside words. */
export function Spinner({ label, large = false }: { label?: string; large?: boolean }) {
  const ring = (
    <svg className={clsx('spinner', large && 'spinner-lg')} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3a9 9 0 1 1-9 9" />
    </svg>
  )
  if (!label) return ring
  return (
    <span role="status">
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
