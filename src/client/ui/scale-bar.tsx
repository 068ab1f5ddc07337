import type { ReactNode } from 'react'

const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

type ScaleBarProps = {
  /** Percent, 0 to 100. */
  value: number
  /** What is measured: "Navigation watched". */
  label: string
}

/** Progress as the scale bar of a chart, with its tenths. Drawn, not styled, so that no policy on inline styles touches it. */
export function ScaleBar({ value, label }: ScaleBarProps) {
  const percent = Math.max(0, Math.min(100, value))
  return (
    <span
      className="scale-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <svg aria-hidden="true">
        {TENTHS.map((tenth) => (
          <line
            key={tenth}
            className="scale-bar-tenth"
            x1={`${tenth * 10}%`}
            x2={`${tenth * 10}%`}
            y1="55%"
            y2="100%"
          />
        ))}
        <rect className="scale-bar-done" width={`${percent}%`} height="100%" />
      </svg>
    </span>
  )
}

/** A scale bar under a line of words: status on the left, figure on the right. */
export function LabelledScaleBar({
  start,
  end,
  ...bar
}: ScaleBarProps & { start: ReactNode; end?: ReactNode }) {
  return (
    <div>
      <div className="scale-bar-label">
        {start}
        {end && <span className="figure">{end}</span>}
      </div>
      <ScaleBar {...bar} />
    </div>
  )
}
