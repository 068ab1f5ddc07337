import { VisuallyHidden } from './visually-hidden.tsx'

export type PlotColumn = {
  label: string
  value: number
  /** The value in words, above the bar: "£1,490". */
  text: string
  /** Not finished: drawn dashed. */
  open?: boolean
}

type ColumnPlotProps = {
  /** What is drawn: "Revenue by month". */
  label: string
  columns: readonly PlotColumn[]
  /** Words for a value on the scale. */
  scaleText: (value: number) => string
}

/** A drawing's size and the room for its scale; on a phone it is a narrower one, so that its words stay readable. */
const SHEETS = [
  { className: 'plot plot-wide', width: 720, left: 58 },
  { className: 'plot plot-narrow', width: 340, left: 48 },
] as const
/** Narrower columns leave out their values, and then every other name: both stand in the table beside the plot. */
const VALUE_ROOM = 44
const NAME_ROOM = 30
const HEIGHT = 260
const BASE = 220
const TOP = 26

/** Columns of solid ink on a hairline grid, the value on each. For listeners the same in one sentence. */
export function ColumnPlot({ label, columns, scaleText }: ColumnPlotProps) {
  // Whole pounds and whole customers: a scale of fifths would say more than there is.
  const step = Math.max(1, niceStep(Math.max(0, ...columns.map((column) => column.value)) / 5))
  const top = step * Math.max(1, Math.ceil(Math.max(...columns.map((column) => column.value), 1) / step))
  const y = (value: number) => BASE - (Math.max(0, value) / top) * (BASE - TOP)
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return (
    <figure>
      {SHEETS.map(({ className, width, left }) => {
        const pitch = (width - left) / Math.max(1, columns.length)
        const bar = Math.min(56, pitch * 0.5)
        return (
          <svg key={className} className={className} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
            {lines.map((value) => (
              <g key={value}>
                <line className="plot-grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
                <text x={left - 8} y={y(value) + 4} textAnchor="end">
                  {scaleText(value)}
                </text>
              </g>
            ))}
            {columns.map((column, index) => {
              const middle = left + pitch * (index + 0.5)
              return (
                <g key={column.label}>
                  <rect
                    className={column.open ? 'plot-bar-open' : 'plot-bar'}
                    x={middle - bar / 2}
                    y={y(column.value)}
                    width={bar}
                    height={BASE - y(column.value)}
                  />
                  {pitch >= VALUE_ROOM && (
                    <text className="plot-value" x={middle} y={y(column.value) - 8} textAnchor="middle">
                      {column.text}
                    </text>
                  )}
                  {(pitch >= NAME_ROOM || index % 2 === 0) && (
                    <text x={middle} y={BASE + 24} textAnchor="middle">
                      {column.label}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        )
      })}
      <VisuallyHidden>
        {label}:{' '}
        {columns
          .map((column) => `${column.label} ${column.text}${column.open ? ', not finished' : ''}`)
          .join('; ')}
        .
      </VisuallyHidden>
    </figure>
  )
}

/** The next of 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(least))
  const found = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least)
  return (found ?? 10) * power
}
