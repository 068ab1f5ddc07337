import { StartFault } from '#server/infra/start-fault.ts'

/** Everything that is wrong with the environment at once; no fault repeats a configured value. */
export class ConfigError extends StartFault {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    const list = faults.map((fault) => `  - ${fault}`).join('\n')
    super(`The shop cannot start with these settings:\n${list}\n.env.example explains every variable.`)
    this.faults = faults
  }
}
