import { isEmail } from '#shared/schemas/primitives.ts'

export type AddressList = {
  /** Each address once, as it was first written. */
  addresses: string[]
  /** What is no email address, as written. */
  invalid: string[]
  /** What names an address again, whatever its letters' case. */
  repeated: string[]
}

/** One address a line, as typed in the textarea: trimmed, empty lines dropped (requirements §5). */
export function splitAddresses(text: string): string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Splits a list into valid addresses, invalid ones and duplicates; order is kept. */
export function sortAddresses(lines: readonly string[]): AddressList {
  const list: AddressList = { addresses: [], invalid: [], repeated: [] }
  const seen = new Set<string>()
  for (const line of lines) {
    const key = line.toLowerCase()
    if (!isEmail(line)) list.invalid.push(line)
    else if (seen.has(key)) list.repeated.push(line)
    else list.addresses.push(line)
    seen.add(key)
  }
  return list
}
