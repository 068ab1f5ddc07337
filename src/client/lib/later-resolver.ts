import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { networkMessages } from '#shared/messages/site.ts'
import { toast } from './toast.ts'

const UNCHECKED = 'unchecked'

/** Checks a form by rules that are fetched when they are first needed. Without them nothing is sent; `tellUnchecked` says so. */
export function laterResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (...asked) => {
    const check = await load().catch(() => null)
    if (check) return check(...asked)
    const errors: FieldErrors<Input> = {}
    return { values: {}, errors: Object.assign(errors, { root: { type: UNCHECKED } }) }
  }
}

/** For `handleSubmit`: says at a send, not at a change, that the rules could not be fetched. */
export function tellUnchecked({ root }: FieldErrors) {
  if (root?.type === UNCHECKED) toast({ title: networkMessages.failed, tone: 'bad' })
}
