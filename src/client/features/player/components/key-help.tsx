import { useEffect, useRef } from 'react'
import { playerMessages } from '#shared/messages/player.ts'
import { Button } from '../../../ui/button.tsx'
import { KEY_HELP } from '../keys.ts'

/** The keys, over the film. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    close.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section className="screen-notice z-1 overflow-y-auto bg-paper" aria-label="Keyboard">
      <h3>Keyboard</h3>
      <dl className="key-values text-left">
        {KEY_HELP.map(({ keys, does }) => (
          <div className="contents" key={does}>
            <dt>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && (key === '9' ? ' to ' : ' or ')}
                  <kbd className="border border-edge px-1.5 font-sans font-semibold text-ink">{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button size="sm" ref={close} onClick={onClose}>
        {playerMessages.close}
      </Button>
    </section>
  )
}
