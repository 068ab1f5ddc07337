import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'
import { plain } from './search-questions.ts'

type MarkedProps = { words: readonly string[]; children: ReactNode }

/** Its children, with the words that were looked for marked. */
export function Marked({ words, children }: MarkedProps) {
  return words.length === 0 ? children : mark(children, words)
}

function mark(node: ReactNode, words: readonly string[]): ReactNode {
  if (typeof node === 'string') return markText(node, words)
  if (Array.isArray(node)) return Children.map(node, (child) => mark(child, words))
  if (!isValidElement<{ children?: ReactNode }>(node) || node.props.children === undefined) return node
  return cloneElement(node, {}, mark(node.props.children, words))
}

/** The words are letters, figures and apostrophes: none of them means anything to a pattern. */
function markText(text: string, words: readonly string[]): ReactNode {
  const found = [...plain(text).matchAll(new RegExp(words.join('|'), 'g'))]
  if (found.length === 0) return text
  let end = 0
  return (
    <>
      {found.map(({ index, 0: { length } }) => {
        const before = text.slice(end, index)
        end = index + length
        return (
          <Fragment key={index}>
            {before}
            <mark>{text.slice(index, end)}</mark>
          </Fragment>
        )
      })}
      {text.slice(end)}
    </>
  )
}
