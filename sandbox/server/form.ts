/** Parameters as Stripe's form encoding nests them: every leaf is a string. */
export type Params = { [name: string]: Param }
export type Param = string | Params | Param[]

type Branch = Map<string, string | Branch>

function grow(root: Branch, path: string[], value: string) {
  let branch = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(branch.size) : part
    if (depth === path.length - 1) {
      branch.set(key, value)
      return
    }
    const next = branch.get(key)
    const child: Branch = next instanceof Map ? next : new Map()
    branch.set(key, child)
    branch = child
  }
}

function settle(branch: Branch): Params | Param[] {
  const entries = [...branch].map(([key, value]): [string, Param] => [
    key,
    typeof value === 'string' ? value : settle(value),
  ])
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  if (isList) return entries.map(([, value]) => value)
  // fromEntries defines own properties, so a parameter called __proto__ stays a parameter.
  return Object.fromEntries(entries)
}

/** Reads `a=1&b[c]=2&d[]=3&e[0][f]=4` into nested parameters. */
export function decodeForm(text: string): Params {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = name.split('[')
    grow(root, [head, ...rest.map((part) => part.replace(/\]$/, ''))], value)
  }
  const params = settle(root)
  return Array.isArray(params) ? {} : params
}
