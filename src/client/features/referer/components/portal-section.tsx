import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { Stack } from '#client/ui/layout.tsx'

type SectionProps = {
  id: string
  heading: string
  /** Nothing in it is worth paper. */
  isOnScreenOnly?: boolean
  /** What keeps money waiting stands in it: open unless it was folded. */
  hasCaution?: boolean
  children: ReactNode
}

/** On a phone closed until it is asked for, here or by a link to it; what is typed inside stays. On paper all is open. */
export function PortalSection(props: SectionProps) {
  const { id, heading, isOnScreenOnly = false, hasCaution = false, children } = props
  const isPhone = useMediaQuery('screen and (width < 44rem)')
  const [choice, setOpen] = useState(() => (isMeant(id) ? true : null))
  const isOpen = choice ?? hasCaution
  useEffect(() => {
    const openIfMeant = () => isMeant(id) && setOpen(true)
    // The same link again changes no hash.
    const openIfLinked = ({ target }: Event) =>
      target instanceof Element && target.closest(`a[href="#${id}"]`) && setOpen(true)
    window.addEventListener('hashchange', openIfMeant)
    document.addEventListener('click', openIfLinked)
    return () => {
      window.removeEventListener('hashchange', openIfMeant)
      document.removeEventListener('click', openIfLinked)
    }
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is in use stays open when the window gets narrow */}
      <div className="portal-section-body" hidden={isPhone && !isOpen} onFocus={() => setOpen(true)}>
        <Stack>{children}</Stack>
      </div>
    </section>
  )
}

function isMeant(id: string): boolean {
  return window.location.hash === `#${id}`
}
