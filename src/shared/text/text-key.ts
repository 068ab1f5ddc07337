/** How addresses and usernames are compared: without regard to case and to blanks around them (requirements §3). */
export function keyOf(text: string): string {
  return text.trim().toLowerCase()
}
