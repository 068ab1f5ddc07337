import { KEY_HELP } from '#client/features/player/parts/keys.ts'
import { Sheet } from '#client/features/player/parts/sheet.tsx'

/** The keys, over the video. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard" onClose={onClose}>
      <dl className="key-values video-keys">
        {KEY_HELP.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && (key === '9' ? ' to ' : ' or ')}
                  <kbd>{key}</kbd>
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
