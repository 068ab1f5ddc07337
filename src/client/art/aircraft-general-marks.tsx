// Written by scripts/art/generate.ts; change the drawing there.

/** A three-pointer altimeter on 1013. */
export function AircraftGeneralMarks() {
  return (
    <g className="marks">
      <circle className="paper-fill ink-line" cx={160} cy={101} r={88} strokeWidth={2.4} />
      <circle
        className="ink-line butt-ends"
        cx={160}
        cy={101}
        r={82}
        pathLength={50}
        strokeWidth={6}
        strokeDasharray="0.068 0.932"
        strokeDashoffset={0.534}
      />
      <circle
        className="ink-line butt-ends"
        cx={160}
        cy={101}
        r={79}
        pathLength={10}
        strokeWidth={12}
        strokeDasharray="0.04 0.96"
        strokeDashoffset={0.52}
      />
      <text className="large-words bold" x={160} y={46.2} textAnchor="middle">
        {'0'}
      </text>
      <text className="large-words bold" x={195.9} y={57.8} textAnchor="middle">
        {'1'}
      </text>
      <text className="large-words bold" x={218} y={88.3} textAnchor="middle">
        {'2'}
      </text>
      <text className="large-words bold" x={218} y={126.1} textAnchor="middle">
        {'3'}
      </text>
      <text className="large-words bold" x={195.9} y={156.6} textAnchor="middle">
        {'4'}
      </text>
      <text className="large-words bold" x={160} y={168.2} textAnchor="middle">
        {'5'}
      </text>
      <text className="large-words bold" x={124.1} y={156.6} textAnchor="middle">
        {'6'}
      </text>
      <text className="large-words bold" x={102} y={126.1} textAnchor="middle">
        {'7'}
      </text>
      <text className="large-words bold" x={102} y={88.3} textAnchor="middle">
        {'8'}
      </text>
      <text className="large-words bold" x={124.1} y={57.8} textAnchor="middle">
        {'9'}
      </text>
      <rect className="paper-fill ink-line small-words" x={184} y={91} width={42} height={20} />
      <text className="small-words bold" x={205} y={105.5} textAnchor="middle">
        {'1013'}
      </text>
      <text className="small-words" x={150} y={66} textAnchor="middle">
        {'ALT'}
      </text>
      <text className="small-words" x={118} y={106} textAnchor="middle">
        {'feet'}
      </text>
      <path className="subject-fill" d="M156.9 87.3l18.3 45.4-5.6 11.2-9.8-7.7z" />
      <path className="ink-fill" d="M171.3 92.8l-54.8 46-14.7 4.5 8.8-12.6z" />
      <path className="ink-line" d="M160 101l23-76.6" />
      <path className="ink-fill" d="M178.7 20.1l2.3 11 8-7.9z" />
      <circle className="ink-fill" cx={160} cy={101} r={6} />
    </g>
  )
}
