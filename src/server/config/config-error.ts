import { StartError } from '#server/infra/start-error.ts'

/** Everything that is wrong with the environment at once; no error repeats a configured value. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    const list = errors.map((error) => `  - ${error}`).join('\n')
    super(`The shop cannot start with these settings:\n${list}\n.env.example explains every variable.`)
    this.errors = errors
  }
}
