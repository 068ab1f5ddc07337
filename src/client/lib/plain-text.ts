import { isValidElement, type ReactNode } from 'react'

/** Elements whose words do not run on into those after them. */
const BLOCKS: readonly unknown[] = ['p', 'ul', 'ol', 'li']

/** The words of markup that is written out in place, without the tags; what a component adds by itself is not seen. */
export function plainText(node: ReactNode): string {
  return collect(node).replace(/\s+/g, ' ').trim()
}

function collect(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map((child: ReactNode) => collect(child)).join('')
  if (!isValidElement<{ children?: ReactNode }>(node)) return ''
  const words = collect(node.props.children)
  return BLOCKS.includes(node.type) ? ` ${words} ` : words
}
