import type { ReactNode } from 'react'

/** A frame of limited height around a long list (requirements §2); keys can scroll it too. */
export function ScrollList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keys
    <section className="scroll-list" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
