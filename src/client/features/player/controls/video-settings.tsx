import { CaptionOverlay } from '#client/features/player/captions/caption-overlay.tsx'
import type { Quality } from '#client/features/player/media/use-quality.ts'
import {
  CAPTION_CONTRAST_NAMES,
  CAPTION_CONTRASTS,
  CAPTION_SIZE_NAMES,
  CAPTION_SIZES,
} from '#client/features/player/parts/caption-look.ts'
import { changePlayerSettings, usePlayerSettings } from '#client/features/player/parts/player-settings.ts'
import { Sheet } from '#client/features/player/parts/sheet.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { Field, Select } from '#client/ui/field.tsx'

type VideoSettingsProps = { quality: Quality; canCaption: boolean; onClose: () => void }

/** How the video looks: remembered in this browser for every video. */
export function VideoSettings({ quality, canCaption, onClose }: VideoSettingsProps) {
  const { hasCaptions, captionSize, captionContrast, mostHeight } = usePlayerSettings()
  return (
    <Sheet title="Settings" onClose={onClose}>
      <div className="video-settings">
        {canCaption && (
          <>
            <Checkbox
              label="Show captions"
              checked={hasCaptions}
              onChange={({ currentTarget }) => changePlayerSettings({ hasCaptions: currentTarget.checked })}
            />
            <Field label="Size of captions">
              <Select
                value={captionSize}
                onChange={({ currentTarget }) =>
                  changePlayerSettings({ captionSize: chosen(CAPTION_SIZES, currentTarget.value) })
                }
              >
                {CAPTION_SIZES.map((size) => (
                  <option key={size} value={size}>
                    {CAPTION_SIZE_NAMES[size]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Contrast of captions">
              <Select
                value={captionContrast}
                onChange={({ currentTarget }) =>
                  changePlayerSettings({ captionContrast: chosen(CAPTION_CONTRASTS, currentTarget.value) })
                }
              >
                {CAPTION_CONTRASTS.map((contrast) => (
                  <option key={contrast} value={contrast}>
                    {CAPTION_CONTRAST_NAMES[contrast]}
                  </option>
                ))}
              </Select>
            </Field>
          </>
        )}
        {quality.renditions.length > 0 && (
          <Field label="Picture">
            <Select
              value={mostHeight ?? ''}
              onChange={({ currentTarget }) =>
                changePlayerSettings({ mostHeight: Number(currentTarget.value) || null })
              }
            >
              <option value="">
                {mostHeight === null && quality.height !== null
                  ? `Automatic (${quality.height} lines now)`
                  : 'Automatic'}
              </option>
              {quality.renditions.map(({ height }) => (
                <option key={height} value={height}>
                  {height} lines
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {canCaption && (
        <div className="video-caption-sample">
          <CaptionOverlay lines={['Captions look like this.']} />
        </div>
      )}
    </Sheet>
  )
}

function chosen<T extends string>(all: readonly [T, ...T[]], value: string): T {
  return all.find((one) => one === value) ?? all[0]
}
