// Written by scripts/art/generate.ts; change the drawing there.

/** A runway from short final. */
export function ThresholdMarks() {
  return (
    <g className="marks">
      <path className="sky" d="M0 0h320v180H0z" />
      <path className="ground-middle" d="M0 74q90-8 170-2t150-2v110H0z" />
      <path
        className="ink-line fine"
        d="M0 74q90-8 170-2t150-2M-13.3 152L41.1 80.7M359.3 152L293.7 80.7M89.1 116.5L-42.2 79.2M229.3 105.2L391.1 79.2"
      />
      <path className="tarmac" d="M118.9 156.1L157.6 78.9 162.4 78.9 201.1 156.1z" />
      <path
        className="paper-fill"
        d="M128 150.7L134 136.4 138.2 136.4 133.1 150.7zM138.7 150.7L142.7 136.4 146.8 136.4 143.8 150.7zM149.3 150.7L151.3 136.4 155.5 136.4 154.5 150.7zM165.5 150.7L164.5 136.4 168.7 136.4 170.7 150.7zM176.2 150.7L173.2 136.4 177.3 136.4 181.3 150.7zM186.9 150.7L181.8 136.4 186 136.4 192 150.7zM158.7 127.8L159 114 161 114 161.3 127.8zM159.1 108.2L159.3 102 160.7 102 160.9 108.2zM159.4 99L159.5 95.6 160.5 95.6 160.6 99zM159.5 93.7L159.6 91.5 160.4 91.5 160.5 93.7zM159.6 90.3L159.6 88.8 160.4 88.8 160.4 90.3zM159.7 87.9L159.7 86.8 160.3 86.8 160.3 87.9z"
      />
      <path className="coaming" d="M0 180V170q160-26 320 0v10z" />
    </g>
  )
}
