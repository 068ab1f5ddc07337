import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The ink frame of a table. When the table is wider than the frame, the frame can be focused and scrolled by keys. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      className="table-frame"
      ref={frame}
      {...(scrolls && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
