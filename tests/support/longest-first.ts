import { BaseSequencer, type TestSpecification } from 'vitest/node'

type File = { moduleId: string; project: { name: string } }

/** Puts some files, named by their ends, before the others of their project; all else stays in its order. */
export function beginWith<F extends File>(longest: readonly string[], files: readonly F[]): F[] {
  const projects = [...new Set(files.map(({ project }) => project.name))]
  const isLong = ({ moduleId }: File) => longest.some((end) => moduleId.endsWith(end))
  return projects.flatMap((name) => {
    const own = files.filter(({ project }) => project.name === name)
    return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
  })
}

/** vitest's own order, by size where nothing is known yet, but for files that take long whatever their size. */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return beginWith(longest, await super.sort(files))
    }
  }
}
