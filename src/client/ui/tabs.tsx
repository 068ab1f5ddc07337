import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab = { value: string; label: ReactNode; content: ReactNode }

type TabsProps = {
  /** Name of the row of tabs. */
  label: string
  tabs: readonly Tab[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/** Tabs on an ink rule; arrow keys move between them. */
export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  const first = defaultValue ?? tabs[0]?.value
  return (
    <Radix.Root
      {...(value !== undefined ? { value } : first !== undefined && { defaultValue: first })}
      {...(onValueChange && { onValueChange })}
    >
      <Radix.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger className="tabs-trigger" key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content className="tabs-panel" key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
