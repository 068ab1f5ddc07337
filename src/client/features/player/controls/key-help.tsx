import { Sheet } from '#client/features/player/sheet.tsx'
import { KEY_HELP } from './keys.ts'

/** The keys, over the film. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard" onClose={onClose}>
      <dl className="key-values film-keys text-left">
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
    </Sheet>
  )
}
