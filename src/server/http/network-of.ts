import { isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_A_LINE = 4

/**
 * Whose tries are counted together: an IPv4 address, or the /64 of an IPv6 one, since a single home line has all of it
 * (RFC 6177 §2).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [before = '', after = ''] = bare.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after)]
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  const line = [...head, ...zeros, ...tail].slice(0, GROUPS_OF_A_LINE)
  return `${line.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
