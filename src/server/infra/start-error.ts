/** A reason not to start that a person can remove. Its message is one clear answer, shown without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
