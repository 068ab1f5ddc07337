import { type ReactNode, useEffect, useRef } from 'react'
import type { Quality } from '#client/features/player/media/use-quality.ts'
import { KEY_HELP } from '#client/features/player/parts/keys.ts'
import {
  CAPTION_CONTRASTS,
  CAPTION_SIZES,
  changePlayerSettings,
  usePlayerSettings,
} from '#client/features/player/parts/player-settings.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import { SPEEDS, speedText } from './use-video-actions.ts'

/** The keys, over the video. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard" className="screen-notice video-sheet video-sheet-page" onClose={onClose}>
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

type VideoSettingsProps = {
  quality: Quality
  canCaption: boolean
  /** False on a phone, whose own player draws the captions. */
  canStyleCaptions: boolean
  /** Whether the next video begins by itself; null where none follows. */
  playsNext: boolean | null
  onClose: () => void
}

/** How the video looks, beside or below it: remembered in this browser for every video. */
export function VideoSettings({
  quality,
  canCaption,
  canStyleCaptions,
  playsNext,
  onClose,
}: VideoSettingsProps) {
  const { hasCaptions, captionSize, captionContrast, mostHeight, rate } = usePlayerSettings()
  const isAutomatic = mostHeight === null && quality.height !== null
  return (
    <Sheet title="Settings" className="video-menu" onClose={onClose}>
      <Choice
        label="Speed"
        options={SPEEDS.map((value) => ({ value, label: speedText(value) }))}
        value={rate}
        onChoose={(value) => changePlayerSettings({ rate: value })}
      />
      {quality.renditions.length > 0 && (
        <Choice
          label="Picture"
          options={[
            { value: null, label: isAutomatic ? `Automatic (${quality.height} lines now)` : 'Automatic' },
            ...quality.renditions.map(({ height }) => ({ value: height, label: `${height} lines` })),
          ]}
          value={mostHeight}
          onChoose={(value) => changePlayerSettings({ mostHeight: value })}
        />
      )}
      {playsNext !== null && (
        <Checkbox
          label="Play the next film by itself"
          checked={playsNext}
          onChange={({ currentTarget }) => changePlayerSettings({ playsNext: currentTarget.checked })}
        />
      )}
      {canCaption && (
        <Checkbox
          label="Show captions"
          checked={hasCaptions}
          onChange={({ currentTarget }) => changePlayerSettings({ hasCaptions: currentTarget.checked })}
        />
      )}
      {canCaption && canStyleCaptions && hasCaptions && (
        <>
          <Choice
            label="Size of captions"
            options={CAPTION_SIZES}
            value={captionSize}
            onChoose={(value) => changePlayerSettings({ captionSize: value })}
          />
          <Choice
            label="Contrast of captions"
            options={CAPTION_CONTRASTS}
            value={captionContrast}
            onChoose={(value) => changePlayerSettings({ captionContrast: value })}
          />
        </>
      )}
    </Sheet>
  )
}

type ChoiceProps<T> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChoose: (value: T) => void
}

function Choice<T extends string | number | null>({ label, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        onChange={({ currentTarget: { selectedIndex } }) => {
          const chosen = options[selectedIndex]
          if (chosen) onChoose(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.label} value={option.value ?? ''}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type SheetProps = { title: string; className: string; onClose: () => void; children: ReactNode }

/** Something to read or to set; the focus comes back to where it was. */
function Sheet({ title, className, onClose, children }: SheetProps) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    close.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section className={className} aria-label={title}>
      <h3>{title}</h3>
      <Button size="sm" ref={close} onClick={onClose}>
        {playerMessages.close}
      </Button>
      {children}
    </section>
  )
}
