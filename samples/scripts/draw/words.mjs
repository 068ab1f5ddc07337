/**
 * The sentences of a scene: each is a caption and, unless told otherwise, what the voice says.
 * `{ caption, say, rest }` gives the voice other words, or a longer pause afterwards in seconds.
 */
export function sentences(...captions) {
  return captions.map((caption) => (typeof caption === 'string' ? { caption } : caption))
}
