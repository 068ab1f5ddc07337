import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_A_LINE = 4

/**
 * Whose tries are counted together: an IPv4 address, or the /64 of an IPv6 one, since a single home line has all of it
 * (RFC 6177 §2). Some proxies write the port of each connection behind the address. What is no address is one caller.
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address.trim()).split('%')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(-2)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const line = groups.slice(0, GROUPS_OF_A_LINE)
  return `${line.map((group) => group.toString(16)).join(':')}::/64`
}

function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** All eight groups. A URL writes an IPv6 address in its one shortest form, without dots (RFC 5952). */
function groupsOf(address: string): number[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(GROUPS - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
