import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.mjs'

/** Writes how long each test file took, hooks and loading included, to the file that TEST_TIMES names. */
export default class TimesReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic()
      return {
        project: module.project.name,
        file: relative(root, module.moduleId),
        ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
      }
    })
    writeFileSync(process.env.TEST_TIMES ?? '', JSON.stringify(times))
  }
}
