type Properties = { [name: string]: string | boolean | undefined }

/** Makes an element with attributes and children; there is no markup in strings here. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Properties = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '')
    if (typeof value === 'string') made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

let count = 0

/** An id no other element of the page has. */
export function uniqueId(name: string): string {
  count += 1
  return `sandbox-stripe-${name}-${count}`
}
