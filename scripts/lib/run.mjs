import { spawn } from 'node:child_process'

/** A program that ended badly; what it had to say is on the terminal already, and in `output` where it was quiet. */
export class StepFailed extends Error {
  /** @param {string} message @param {{ cause?: unknown, output?: string }} [options] */
  constructor(message, { output = '', ...options } = {}) {
    super(message, options)
    this.output = output
  }
}

/**
 * Runs a program of this Node to its end. With `quiet` its output is shown only where it fails.
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options]
 */
export async function runNode(args, options = {}) {
  await run(process.execPath, args, options)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options]
 */
export async function run(program, args, { quiet = false, env = {} } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  let output = ''
  const keep = (chunk) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (exit, signal) => done(exit ?? signal))
  })
  if (code === 0) return
  if (output) console.error(output.trimEnd())
  throw new StepFailed(`${program} ${args.join(' ')} ended with ${code}`, { output })
}
