import { SUBJECT_CODES, type Subject } from '#client/ui/subjects.ts'
import { Marks } from './marks.tsx'
import { CHART, ROUTE } from './route.ts'

type ChartField = {
  category: Subject
  /** The name on a wide chart; a phone shows the code. */
  title: string
  /** The small line under it: "84 min · £60". */
  detail: string
}

/** Half the ring, and the clear space the first field's hand-drawn circle needs. */
const BESIDE = { first: 42, others: 25 }

function runway(x: number, y: number, bearing: number) {
  const angle = (bearing * Math.PI) / 180
  const dx = Math.round(80 * Math.sin(angle)) / 10
  const dy = Math.round(-80 * Math.cos(angle)) / 10
  return `M${x + dx} ${y + dy}l${-2 * dx} ${-2 * dy}`
}

/** The sheet: seven aerodromes on one route, in the order they are given. Decoration: the same videos are listed below in words. */
export function HeroChart({ fields }: { fields: readonly ChartField[] }) {
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <Marks name="hero-ground" className="ground" />
      {ROUTE.map(({ x, y, runway: bearing }, index) => {
        const field = fields[index]
        if (!field) return null
        const left = x + (index === 0 ? BESIDE.first : BESIDE.others)
        return (
          <g className="chart-field" data-subject={field.category} key={field.category}>
            <circle cx={x} cy={y} r="12.5" />
            <path d={`M${x} ${y - 19}v6.5m0 25v6.5m-19-19h6.5m25 0h6.5`} />
            <path className="runway" d={runway(x, y, bearing)} />
            <text className="chart-name" x={left} y={y - 1}>
              <tspan className="chart-title">{field.title}</tspan>
              <tspan className="chart-code" y={y + 9}>
                {SUBJECT_CODES[field.category]}
              </tspan>
            </text>
            <text className="chart-detail" x={left} y={y + 17}>
              {field.detail}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
