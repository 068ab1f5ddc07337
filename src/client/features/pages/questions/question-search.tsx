import { type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { TextField } from '#client/ui/field.tsx'

type QuestionSearchProps = {
  query: string
  onQuery: (query: string) => void
  /** How many answers are left, in words. */
  outcome: string
  onEnter: () => void
}

/**
 * Filters as one types; Enter goes to the first answer. Of no use without a script, and not shown then. The box holds
 * its own text: what was typed before the script came stays there, and is looked for.
 */
export function QuestionSearch({ query, onQuery, outcome, onEnter }: QuestionSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  const takeTyped = useEffectEvent(() => onQuery(box.current?.value ?? ''))
  useEffect(() => takeTyped(), [])
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && box.current && box.current.value !== query) box.current.value = query
    isFirst.current = false
  }, [query])
  function enter(event: SubmitEvent) {
    event.preventDefault()
    onEnter()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not known to the browsers of a few years ago
    <form role="search" className="needs-script question-search" onSubmit={enter}>
      <TextField
        label="Search the answers"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        ref={box}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onQuery('')
        }}
        after={
          <p role="status" className="small quiet question-count">
            {outcome}
          </p>
        }
      />
    </form>
  )
}
