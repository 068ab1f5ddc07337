import { VisuallyHidden } from './visually-hidden.tsx'

export type PlotColumn = {
  label: string
  value: number
  /** The value in words, above the bar: "£1,490". */
  text: string
  /** Not finished: drawn dashed. */
  open?: boolean
}

export type ColumnPlotProps = {
  /** What is drawn: "Revenue by month". */
  label: string
  columns: readonly PlotColumn[]
  /** Words for a value on the scale. */
  scaleText: (value: number) => string
}

const WIDTH = 720
const HEIGHT = 260
const LEFT = 58
const BASE = 220
const TOP = 26

/** Columns of solid ink on a hairline grid, the value on each. For listeners the same in one sentence. */
export function ColumnPlot({ label, columns, scaleText }: ColumnPlotProps) {
  // Whole pounds and whole customers: a scale of fifths would say more than there is.
  const step = Math.max(1, niceStep(Math.max(0, ...columns.map((column) => column.value)) / 5))
  const top = step * Math.max(1, Math.ceil(Math.max(...columns.map((column) => column.value), 1) / step))
  const y = (value: number) => BASE - (Math.max(0, value) / top) * (BASE - TOP)
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const pitch = (WIDTH - LEFT) / Math.max(1, columns.length)
  const bar = Math.min(56, pitch * 0.5)
  return (
    <figure>
      <svg className="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {lines.map((value) => (
          <g key={value}>
            <line className="plot-grid" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
            <text className="plot-scale" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {scaleText(value)}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          const middle = LEFT + pitch * (index + 0.5)
          return (
            <g key={column.label}>
              <rect
                className={column.open ? 'plot-bar-open' : 'plot-bar'}
                x={middle - bar / 2}
                y={y(column.value)}
                width={bar}
                height={BASE - y(column.value)}
              />
              <text className="plot-value" x={middle} y={y(column.value) - 8} textAnchor="middle">
                {column.text}
              </text>
              <text x={middle} y={BASE + 24} textAnchor="middle">
                {column.label}
              </text>
            </g>
          )
        })}
      </svg>
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
