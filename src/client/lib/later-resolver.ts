import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { networkMessages } from '#shared/messages/site.ts'
import { toast } from './toast.ts'

/** Checks a form by rules that are fetched when they are first needed. Without them nothing is sent, and that is said. */
export function laterResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (...asked) => {
    const check = await load().catch(() => null)
    if (check) return check(...asked)
    toast({ title: networkMessages.failed, tone: 'bad' })
    const errors: FieldErrors<Input> = {}
    return { values: {}, errors: Object.assign(errors, { root: { type: 'unchecked' } }) }
  }
}
