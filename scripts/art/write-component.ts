import type { Mark } from './marks.ts'

const RENAMED: Record<string, string> = { class: 'className' }

/** SVG's attribute names as React wants them. */
function reactName(name: string) {
  return RENAMED[name] ?? name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function markup({ tag, attributes, text }: Mark) {
  const written = Object.entries(attributes)
    .map(([name, value]) =>
      typeof value === 'number' ? `${reactName(name)}={${value}}` : `${reactName(name)}="${value}"`,
    )
    .join(' ')
  return text === undefined ? `<${tag} ${written} />` : `<${tag} ${written}>{'${text}'}</${tag}>`
}

export type ComponentSource = {
  name: string
  /** Says what is drawn and how. */
  comment: string
  className: string
  marks: readonly Mark[]
}

/** The source of a module with one component: a group of marks. */
export function writeComponent({ name, comment, className, marks }: ComponentSource) {
  return [
    '// Written by scripts/art/generate.ts; change the drawing there.',
    '',
    `/** ${comment} */`,
    `export function ${name}() {`,
    '  return (',
    `    <g className="${className}">`,
    ...marks.map((mark) => `      ${markup(mark)}`),
    '    </g>',
    '  )',
    '}',
    '',
  ].join('\n')
}
