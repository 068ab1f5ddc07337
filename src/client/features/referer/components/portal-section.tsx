import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { Stack } from '#client/ui/layout.tsx'

type SectionProps = {
  id: string
  heading: string
  /** Nothing in it is worth document. */
  isOnScreenOnly?: boolean
  children: ReactNode
}

/** On a phone closed until it is asked for, here or by a link to it; what is typed inside stays. */
export function PortalSection({ id, heading, isOnScreenOnly = false, children }: SectionProps) {
  const isPhone = useMediaQuery('(width < 44rem)')
  const [isOpen, setOpen] = useState(() => isMeant(id))
  useEffect(() => {
    const openIfMeant = () => isMeant(id) && setOpen(true)
    window.addEventListener('hashchange', openIfMeant)
    return () => window.removeEventListener('hashchange', openIfMeant)
  }, [id])
  return (
    <section
      className={clsx('step portal-section', isOnScreenOnly && 'no-print')}
      id={id}
      aria-labelledby={`${id}-heading`}
    >
      <h2 id={`${id}-heading`}>
        {isPhone ? (
          <button
            type="button"
            className="portal-fold chevron"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {heading}
          </button>
        ) : (
          heading
        )}
      </h2>
      <div className="portal-section-body" hidden={isPhone && !isOpen}>
        <Stack>{children}</Stack>
      </div>
    </section>
  )
}

function isMeant(id: string): boolean {
  return window.location.hash === `#${id}`
}
