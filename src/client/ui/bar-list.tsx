import type { ReactNode } from 'react'
import { SubjectSymbol } from './subject-symbol.tsx'
import type { Subject } from './subjects.ts'

type BarItem = {
  key: string | number
  label: ReactNode
  value: number
  /** The value in words: "£2,460". */
  text: string
  subject?: Subject
}

/** Bars lying down: symbol, name, bar, value. A list, so it reads as well as it looks. */
export function BarList({ label, items }: { label: string; items: readonly BarItem[] }) {
  const largest = Math.max(1, ...items.map((item) => item.value))
  return (
    <ul className="bars" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} data-subject={item.subject}>
          <span className="subject-name">
            {item.subject && <SubjectSymbol category={item.subject} />}
            {item.label}
          </span>
          <svg className="bars-track" aria-hidden="true">
            <rect
              className="bars-fill"
              width={`${(Math.max(0, item.value) / largest) * 100}%`}
              height="100%"
            />
          </svg>
          <span className="figure">{item.text}</span>
        </li>
      ))}
    </ul>
  )
}
