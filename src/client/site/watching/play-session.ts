/** Tells this opening of the player from every other. Not a secret; a page over plain HTTP has no `randomUUID`. */
export function newPlaySession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
