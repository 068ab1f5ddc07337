import { type ReactNode, useId, useState } from 'react'

type DisclosureProps = {
  title: ReactNode
  /** What is inside, in a few words beside the title. */
  hint?: ReactNode
  defaultOpen?: boolean
  headingLevel?: 2 | 3
  className?: string
  /** Made when it is opened, not before: what it asks the server for is asked then. */
  children: () => ReactNode
}

/** A part of a page that is closed until the reader opens it. */
export function Disclosure(props: DisclosureProps) {
  const { title, hint, defaultOpen = false, headingLevel = 2, className, children } = props
  const [isOpen, setOpen] = useState(defaultOpen)
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section className={className} aria-labelledby={`${id}-title`}>
      <div className="disclosure">
        <Heading>
          <button
            type="button"
            id={`${id}-title`}
            className="disclosure-trigger chevron"
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': `${id}-body` })}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </button>
        </Heading>
        {hint && <p className="quiet disclosure-hint">{hint}</p>}
      </div>
      {isOpen && (
        <div id={`${id}-body`} className="disclosure-body">
          {children()}
        </div>
      )}
    </section>
  )
}
