/** @typedef {{ title: string, ms: number }} StepTime */
/** @typedef {{ project: string, file: string, ms: number }} FileTime */

const SLOWEST = 10

/**
 * Where the time of a run went: its steps, the projects with what all their files took, and the slowest files. Steps and
 * files run beside one another, so they add up to more than the whole.
 * @param {readonly StepTime[]} steps
 * @param {readonly FileTime[]} files
 * @param {number} ms of the whole run
 */
export function describeTimes(steps, files, ms) {
  const projects = [...new Set(files.map(({ project }) => project))].map((name) => ({
    name,
    own: files.filter(({ project }) => project === name),
  }))
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  return [
    'Time of each step',
    ...steps.map(({ title, ms }) => row(ms, title)),
    row(ms, 'in all'),
    'Time of all files of each project',
    ...projects.map(({ name, own }) => row(total(own), `${name}, ${own.length} files`)),
    'The slowest files',
    ...slowest.map(({ file, ms }) => row(ms, file)),
  ].join('\n')
}

/** @param {readonly { ms: number }[]} times */
function total(times) {
  return times.reduce((sum, { ms }) => sum + ms, 0)
}

/** @param {number} ms @param {string} title */
function row(ms, title) {
  return `${(ms / 1000).toFixed(1).padStart(8)} s  ${title}`
}
