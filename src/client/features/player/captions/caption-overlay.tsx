import { usePlayerSettings } from '#client/features/player/parts/player-settings.ts'

/** Captions drawn by us, so that size and contrast are the same in every browser; listeners have the transcript. */
export function CaptionOverlay({ lines }: { lines: readonly string[] }) {
  const { captionSize, captionContrast } = usePlayerSettings()
  if (lines.length === 0) return null
  return (
    <div
      className="video-captions"
      data-size={captionSize}
      data-contrast={captionContrast}
      aria-hidden="true"
    >
      {lines.map((line) => (
        <p key={line}>
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}
