/** A text in pieces, of which every second was looked for. */
export function Marked({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence, which never change their order
    at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
  )
}
