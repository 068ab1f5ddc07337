import type { ReactNode } from 'react'

export type AccordionItem = { value: string; heading: ReactNode; content: ReactNode }

export type AccordionProps = {
  items: readonly AccordionItem[]
  /** Values of the items that start open. */
  defaultOpen?: readonly string[]
}

/** Questions that open. The browser's own element: it works before any script, and its find opens what it finds. */
export function Accordion({ items, defaultOpen = [] }: AccordionProps) {
  return (
    <div>
      {items.map((item) => (
        <details
          className="accordion-item"
          key={item.value}
          id={item.value}
          open={defaultOpen.includes(item.value)}
        >
          <summary className="accordion-trigger chevron">{item.heading}</summary>
          <div className="accordion-body">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
