import type { SourceFile } from './source-files.ts'

/** Retired words of docs/glossary.md that have no other meaning here, each with the word to use. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'again',
  basket: 'cart',
  catalogue: 'catalog',
  film: 'video',
  mailing: 'campaign',
  nobody: 'no user, or none',
  nudge: 'enqueue',
  patience: 'timeout',
  shelf: 'media store',
  somebody: 'the user, the caller',
  standstill: 'outage',
  story: 'detail',
  sweep: 'requeue, or the name of the job',
  tariff: 'fees',
  whoever: 'the caller',
}

const replacementOf = (word: string) => RETIRED[word] ?? RETIRED[word.replace(/s$/, '')]
const wordsOf = (name: string) => name.split(/(?=[A-Z])|[_\-.]/).map((word) => word.toLowerCase())

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/ .*$/gm
const DECLARED = /\b(?:function|const|let|type|class)\s+([A-Za-z_$][\w$]*)/g
/** Error codes stay, and what stands in quotes is a screen's word or a name, and stays. */
const QUOTED = /\b[A-Z]+_[A-Z_]+\b|`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’/g

function isRetired(word: string): boolean {
  return Object.hasOwn(RETIRED, word) || Object.hasOwn(RETIRED, word.replace(/s$/, ''))
}

/** Declared names, file names and comments that use a retired word. */
export function findRetiredWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replace(COMMENT, '')
    const names = [...code.matchAll(DECLARED)].map(([, name]) => name ?? '')
    const comments = [...text.matchAll(COMMENT)].map(([comment]) => comment.replace(QUOTED, ''))
    const found = [
      ...wordsOf(path.split('/').at(-1) ?? '').map((word) => ({ word, where: 'its name' })),
      ...names.flatMap((name) => wordsOf(name).map((word) => ({ word, where: name }))),
      ...comments.flatMap((comment) =>
        (
          comment
            .toLowerCase()
            .replace(/mailing lists?/g, '')
            .match(/[a-z]+/g) ?? []
        ).map((word) => ({ word, where: 'a comment' })),
      ),
    ].filter(({ word }) => isRetired(word))
    return found.map(
      ({ word, where }) => `${path}: "${word}" in ${where}. docs/glossary.md says ${replacementOf(word)}.`,
    )
  })
}
