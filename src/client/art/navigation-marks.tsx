// Written by scripts/art/generate.ts; change the drawing there.

/** The triangle of velocities on a rose. */
export function NavigationMarks() {
  return (
    <g className="marks">
      <circle className="ink-line" cx={98} cy={106} r={80} />
      <circle
        className="ink-line butt-ends"
        cx={98}
        cy={106}
        r={78}
        pathLength={72}
        strokeWidth={4}
        strokeDasharray="0.088 0.912"
        strokeDashoffset={0.044}
      />
      <circle
        className="ink-line butt-ends"
        cx={98}
        cy={106}
        r={76.5}
        pathLength={36}
        strokeWidth={7}
        strokeDasharray="0.045 0.955"
        strokeDashoffset={0.022}
      />
      <circle
        className="ink-line butt-ends"
        cx={98}
        cy={106}
        r={74.5}
        pathLength={12}
        strokeWidth={11}
        strokeDasharray="0.028 0.972"
        strokeDashoffset={0.014}
      />
      <text className="small-words" x={98} y={51.4} textAnchor="middle">
        {'N'}
      </text>
      <text className="small-words" x={127} y={59.2} textAnchor="middle">
        {'03'}
      </text>
      <text className="small-words" x={148.2} y={80.4} textAnchor="middle">
        {'06'}
      </text>
      <text className="small-words" x={148.2} y={138.4} textAnchor="middle">
        {'12'}
      </text>
      <text className="small-words" x={127} y={159.6} textAnchor="middle">
        {'15'}
      </text>
      <text className="small-words" x={98} y={167.4} textAnchor="middle">
        {'18'}
      </text>
      <text className="small-words" x={69} y={159.6} textAnchor="middle">
        {'21'}
      </text>
      <text className="small-words" x={47.8} y={138.4} textAnchor="middle">
        {'24'}
      </text>
      <text className="small-words" x={40} y={109.4} textAnchor="middle">
        {'27'}
      </text>
      <text className="small-words" x={47.8} y={80.4} textAnchor="middle">
        {'30'}
      </text>
      <text className="small-words" x={69} y={59.2} textAnchor="middle">
        {'33'}
      </text>
      <path className="subject-shade" d="M98 106l166.3-60.5 22.5 46.1z" />
      <path className="ink-line" d="M98 106l166.3-60.5M182.3 78.7l5.5-5.4-7.6-.6" strokeWidth={2} />
      <path
        className="ink-line"
        d="M264.3 45.5l22.5 46.1M267.5 59.2l5.9 4.9-.2-7.7M270.6 65.5l5.9 4.9-.3-7.7M273.6 71.8l5.9 4.9-.2-7.7"
        strokeWidth={2}
      />
      <path
        className="subject-line"
        d="M98 106l188.8-14.4M189.7 102.2l6.8-3.7-7.2-2.6M196.7 101.6l6.8-3.6-7.3-2.7"
        strokeWidth={2}
      />
      <circle className="ink-fill" cx={98} cy={106} r={3.5} />
      <circle className="subject-fill" cx={286.8} cy={91.6} r={4} />
      <text className="halo small-words bold" x={206} y={52} textAnchor="end">
        {'HDG'}
      </text>
      <text className="halo small-words bold subject-fill" x={212} y={117}>
        {'TRK'}
      </text>
      <text className="halo small-words bold" x={286} y={64}>
        {'W/V'}
      </text>
    </g>
  )
}
