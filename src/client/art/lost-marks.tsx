// Written by scripts/art/generate.ts; change the drawing there.

/** The circle of uncertainty after the last fix. */
export function LostMarks() {
  return (
    <g className="marks">
      <path
        className="ink-line fine"
        d="M40 0l6 200M120 0l6 200M200 0l6 200M280 0l6 200M0 50q160-8 320 0M0 120q160-8 320 0M0 190q160-8 320 0"
      />
      <path
        className="track-line"
        d="M20 176l130-60M83.2 155.7l-6.8-14.6M118.3 139.5l-6.8-14.6"
        strokeWidth={2}
      />
      <path className="track-line" d="M150 116l91-42" strokeWidth={2} strokeDasharray="6 7" />
      <circle className="track-line" cx={241} cy={74} r={48} strokeWidth={2} strokeDasharray="0 6.032" />
      <circle className="paper-fill ink-line" cx={150} cy={116} r={5} />
      <text className="halo small-words bold" x={150} y={140} textAnchor="middle">
        {'last fix'}
      </text>
      <text className="halo huge-words bold" x={241} y={82} textAnchor="middle">
        {'?'}
      </text>
    </g>
  )
}
