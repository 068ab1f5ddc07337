/** A style sheet as the build leaves it, without comments. */
export type Sheet = readonly (string | Rule | Block)[]
/** `classes`: of each selector those that an element must have, or stand in, for the rule to count. */
type Rule = { classes: readonly (readonly string[])[]; text: string }
type Block = { head: string; inside: Sheet }

/** At-rules that hold other rules. */
const BLOCK = /^@(layer|media|supports|container)\b/
const FETCHED_FONT = /^@font-face\b.*url\(/s
/** The signs that a sheet is built of, and what is written in quotes, where they are none. */
const SIGNS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g

/** Reads a sheet once, so that the styles of each page can be cut from it. */
export function parseSheet(css: string): Sheet {
  const signs = [...css.matchAll(SIGNS)].filter(({ 0: { length } }) => length === 1)
  let next = 0
  let from = 0

  /** Everything up to the brace that closes it. */
  function readInside(): Sheet {
    const parts: (string | Rule | Block)[] = []
    for (let sign = signs[next]; sign && sign[0] !== '}'; sign = signs[next]) {
      if (sign[0] === ';') parts.push(take())
      else if (BLOCK.test(css.slice(from, sign.index))) {
        const head = take()
        parts.push({ head, inside: readInside() })
        take()
      } else parts.push(readRule())
    }
    return parts
  }

  function readRule(): Rule {
    const start = from
    const classes = classesOf(take())
    for (let depth = 1; depth > 0 && next < signs.length; take()) {
      if (signs[next]?.[0] === '{') depth += 1
      if (signs[next]?.[0] === '}') depth -= 1
    }
    return { classes, text: css.slice(start, from) }
  }

  /** What stands before the next sign, and the sign. */
  function take(): string {
    const end = (signs[next]?.index ?? css.length) + 1
    const taken = css.slice(from, end)
    next += 1
    from = end
    return taken
  }

  return readInside()
}

/** Of `:is(…)`, `:not(…)` and the like nothing is demanded: better a rule too many. */
function classesOf(selectors: string): string[][] {
  let plain = selectors
  while (plain.includes('(')) {
    const less = plain.replace(/\([^()]*\)/g, '')
    if (less === plain) break
    plain = less
  }
  return plain
    .split(',')
    .map((selector) => Array.from(selector.matchAll(/\.([\w-]+)/g), ([, name = '']) => name))
}

/** The rules of a sheet that can count on a page with these classes, in their order, less the fonts that have to be fetched. */
export function cutStyles(sheet: Sheet, classes: ReadonlySet<string>): string {
  return sheet
    .map((part) => {
      if (typeof part === 'string') return part
      if ('text' in part && FETCHED_FONT.test(part.text)) return ''
      if ('text' in part)
        return part.classes.some((all) => all.every((name) => classes.has(name))) ? part.text : ''
      const inside = cutStyles(part.inside, classes)
      return inside && `${part.head}${inside}}`
    })
    .join('')
}
