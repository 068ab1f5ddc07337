import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'

/** Writes what became of each test and how long each file took, hooks and loading included, to the file that TEST_RESULTS names. */
export default class ResultsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors
   */
  onTestRunEnd(modules, errors) {
    const results = { files: modules.map(readModule), errors: errors.map(wordError) }
    writeFileSync(process.env.TEST_RESULTS ?? '', JSON.stringify(results))
  }
}

/** @param {import('vitest/node').TestModule} module @returns {import('./results.mjs').FileResult} */
function readModule(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  // Files that share a worker share its document as well: each is told the time of the one set-up.
  const environment = module.project.config.isolate ? environmentSetupDuration : 0
  return {
    project: module.project.name,
    file: relative(root, module.moduleId),
    ms: environment + prepareDuration + collectDuration + setupDuration + duration,
    errors: [module, ...module.children.allSuites()].flatMap((suite) => suite.errors()).map(wordError),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result()
      return { title: test.fullName, state, errors: (errors ?? []).map(wordError) }
    }),
  }
}

/** The first line, where it was, the other lines. @param {import('vitest/node').SerializedError} error */
function wordError({ name, message, diff, stacks = [], VITEST_TEST_PATH: path }) {
  const [first, ...others] = stripVTControlCharacters(
    [`${name}: ${message}`, diff].filter(Boolean).join('\n'),
  )
    .split('\n')
    .filter((line) => line.trim())
  const frame = stacks.find(({ file }) => file.startsWith(root) && !file.includes('node_modules'))
  const line = frame
    ? `${relative(root, frame.file)}:${frame.line}:${frame.column}`
    : path && relative(root, path)
  return [first, ...(line ? [`at ${line}`] : []), ...others].join('\n')
}
